@rem npm scripts begin with "exec", so that signals sent to npm reach the program. Windows knows no exec: it finds this file.
@%*
