"""How fast is the CPU device? It and its peers multiply the same matrices, side by side in one run.

``cases`` are the kernels; ``contestant`` is what all peers have in common; ``on_warpsim``, ``on_numpy``, ``on_pocl``
and ``on_numba`` are the peers, the last two each in a process of its own (``worker``). ``rounds`` takes turns and
times, ``compiling`` times the compiler, ``report`` gathers and shows, ``command`` is ``course bench warpsim``.
"""
