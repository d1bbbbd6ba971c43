"""What is marked: checks shared by the notebooks and the grading command, and their reports.

Example, in a notebook after a ``%%kernel tiled`` cell::

    from course_grader import check
    check("tiled")
"""

from course_grader.answer import Answer, answer
from course_grader.checks import check, check_source, check_submission
from course_grader.exercises import Exercise, exercises
from course_grader.report import Report, Result

__all__ = ["Answer", "Exercise", "Report", "Result", "answer", "check", "check_source", "check_submission", "exercises"]
