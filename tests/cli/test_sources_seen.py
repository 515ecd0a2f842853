"""What a program sees of its own source."""

import textwrap
import unittest

from command import CommandTest


class SourcesSeen(CommandTest):
    def test_inspect_finds_the_programs_source(self):
        program = self.write(
            "program.py",
            textwrap.dedent(
                '''
            import inspect


            class K:
                """A class."""

                def method(self):
                    # nothing
                    return 1


            # It does
            # nothing.
            def function(a, *, b=2):
                return [a,
                        b]


            for found in (K, K.method, function):
                print(inspect.getsource(found), inspect.getsourcelines(found)[1], inspect.getcomments(found))
            print(inspect.getframeinfo(inspect.currentframe()).code_context)
            '''
            ),
        )
        self.assertEqual(self.fermata("run", program).out, self.python(program).out)


if __name__ == "__main__":
    unittest.main()
