"""Builds each notebook from its text: runs it against a service, keeps what it shows and nothing that varies.

The texts are Markdown files in ``src``, which jupytext reads; two blank lines part one cell from the next. Other
languages than English come from catalogues, see ``languages``.
After a change: ``.venv/bin/python -m notebooks.build``. The tests build the same in memory and compare.
"""

import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

# For what it does when it is loaded: on a new machine it lists the fonts, and tells of it where that takes long. Done
# here, it is never told in a cell.
import matplotlib.font_manager  # noqa: F401
import nbformat
from nbclient import NotebookClient
from nbformat import NotebookNode
from traitlets.config import Config

from notebooks.languages import ENGLISH, SOURCES, languages_of, read, sources
from notebooks.start import FOLDER, replica, settings_for

CELL_SECONDS = 240
SHORT = "/tmp"  # the place for temporary files may have a name that is too long for sockets
WIDGET = "application/vnd.jupyter.widget-view+json"  # lives in the kernel alone, with another id on each run
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"file_extension": ".py", "mimetype": "text/x-python", "name": "python"},
}


def main() -> None:
    """Build every notebook anew, against a service with a store of its own that ends with it."""
    with TemporaryDirectory() as folder, replica(Path(folder)) as url:
        for source, language in builds():
            path = notebook_of(source, language)
            path.parent.mkdir(exist_ok=True)
            path.write_text(text_of(run(read(source.read_text("utf-8"), source.stem, language), url)), "utf-8")
            print(path.relative_to(FOLDER), file=sys.stderr)


def builds() -> list[tuple[Path, str]]:
    """Each text with each language in which there is a notebook of it."""
    return [(source, language) for source in sources() for language in languages_of(source)]


def notebook_of(source: Path, language: str = ENGLISH) -> Path:
    """The notebook that is built from a text in a language."""
    folder = FOLDER if language == ENGLISH else FOLDER / language
    return (folder / source.relative_to(SOURCES)).with_suffix(".ipynb")


def run(notebook: NotebookNode, url: str) -> NotebookNode:
    """The notebook with what its cells show, from top to bottom, when the service is at the URL.

    :raises CellExecutionError: a cell failed.
    """
    with TemporaryDirectory(dir=SHORT) as folder:
        _client(notebook, Path(folder)).execute(env={**os.environ, **settings_for(url)})
    notebook.metadata.clear()
    notebook.metadata.update(METADATA)
    for cell in notebook.cells:
        cell.metadata.clear()
        for output in cell.get("outputs", []):
            output.get("data", {}).pop(WIDGET, None)
    return notebook


def _client(notebook: NotebookNode, folder: Path) -> NotebookClient:
    """What runs the notebook, by a kernel that it talks to over sockets in the folder, whose path has to be short."""
    # No ports: they are looked for before the kernel is there, and may be another's when it is.
    sockets = {"transport": "ipc", "connection_file": str(folder / "kernel.json")}
    return NotebookClient(
        notebook,
        timeout=CELL_SECONDS,
        startup_timeout=CELL_SECONDS,
        # What a cell has printed may come behind the news that it is done, and would be left out with a warning.
        iopub_timeout=CELL_SECONDS,
        raise_on_iopub_timeout=True,
        kernel_name="python3",
        coalesce_streams=True,
        # JupyterLab runs a notebook where it lies, too.
        resources={"metadata": {"path": str(FOLDER)}},
        config=Config({"KernelManager": sockets}),
    )


def text_of(notebook: NotebookNode) -> str:
    """The notebook as its file has it."""
    return f"{nbformat.writes(notebook, version=4)}\n"  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
