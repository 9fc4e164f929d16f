@rem npm scripts begin with "exec", so that signals sent to npm reach the program. Windows has no exec command and runs this file instead.
@%*
