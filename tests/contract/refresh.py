"""Writes anew what the tests of the contract compare with: ``python -m tests.contract.refresh``.

What breaks the last release is not written over: tests.contract.document says when it may be.
"""

import sys

from acey_deucey.api.request_log import configure_log

from tests.contract.document import RELEASED, broken, kept, served, write_documents
from tests.contract.golden import write_answers
from tests.contract.world import World
from tests.store.servers import running

if __name__ == "__main__":
    if faults := broken(kept(RELEASED), served()):
        sys.exit("\n".join(("This breaks what the last release promised:", *faults)))
    configure_log("critical")
    write_documents()
    with running("valkey") as server:
        write_answers(World(server))
