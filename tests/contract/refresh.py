"""Writes anew what the tests of the contract compare with: ``python -m tests.contract.refresh``.

What breaks the last release is not written over: tests.contract.document says when it may be.
"""

import sys

from tests.contract.document import RELEASED, broken, kept, served, write_documents

if __name__ == "__main__":
    if faults := broken(kept(RELEASED), served()):
        sys.exit("\n".join(("This breaks what the last release promised:", *faults)))
    write_documents()
