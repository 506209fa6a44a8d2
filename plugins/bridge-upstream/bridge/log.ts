import pino from 'pino';

/**
 * One line of JSON per event, on standard output unless told otherwise. No name, path or uid of a photo stands in a line
 * above `debug`.
 */
export function createLog(
  level: 'debug' | 'info' | 'warn' | 'error' | 'silent',
  destination: pino.DestinationStream = pino.destination(1),
): pino.Logger {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutPaths } };
  return pino(options, destination);
}

interface LoggedError {
  readonly type: string;
  readonly message: string;
  readonly code?: unknown;
  /** Where in the program, without the message that V8 puts above it. */
  readonly stack: string;
  readonly cause?: LoggedError;
}

/** pino's own serializer takes all fields of an error and of its causes, and the file system's errors name the file. */
function withoutPaths(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' };
  const { name, message, stack = '', cause } = error;
  const { code, syscall } = error as NodeJS.ErrnoException;
  const frames = stack.split('\n').filter((line) => /^ +at /.test(line));
  return {
    type: name,
    message: syscall === undefined ? message : `${code ?? 'unknown error'} from ${syscall}`,
    ...(code === undefined ? {} : { code }),
    stack: frames.join('\n'),
    ...(cause === undefined ? {} : { cause: withoutPaths(cause) }),
  };
}
