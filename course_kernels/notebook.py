"""For a notebook's first cell: ``import course_kernels.notebook`` switches on the %%kernel cell magic."""

from IPython.core.getipython import get_ipython

from course_kernels.magic import load_ipython_extension

_shell = get_ipython()
if _shell is not None:
    load_ipython_extension(_shell)
