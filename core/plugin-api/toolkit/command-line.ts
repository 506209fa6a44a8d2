import { parseArgs, type ParseArgsConfig } from 'node:util';
import { nearestName } from './nearest-name.ts';

/**
 * Like `parseArgs` of Node, whose messages are for programmers.
 * @param refuse makes the error from a part of a sentence
 * @param suggested the options that one which does not exist may stand for; default: all
 */
export function parseCommandLine<Config extends ParseArgsConfig>(
  config: Config,
  refuse: (problem: string) => Error,
  suggested: readonly string[] = Object.keys(config.options ?? {}),
): ReturnType<typeof parseArgs<Config>> {
  try {
    return parseArgs(config);
  } catch (error) {
    throw refuse(problemOf(error, suggested));
  }
}

function problemOf(error: unknown, names: readonly string[]): string {
  const { code, message } = error as NodeJS.ErrnoException;
  const [option = ''] = /(?<=')--?[^\s',]+/.exec(message) ?? [];
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const meant = option.startsWith('--') ? meantBy(option.slice(2), names) : undefined;
      return `there is no option ${option}${meant === undefined ? '' : `: did you mean --${meant}?`}`;
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return message.includes('does not take an argument')
        ? `${/--[^\s']+/.exec(message)?.[0] ?? option} takes no value`
        : `${option} needs a value; one that begins with a dash is written as in ${option}=-1`;
    case 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL':
      return `there is no place for ${/'(.*?)'/s.exec(message)?.[1] ?? 'that'}`;
    default:
      return message;
  }
}

/** The option whose beginning was typed, or the nearest one. */
function meantBy(typed: string, names: readonly string[]): string | undefined {
  const [longer, another] = names.filter((name) => name.startsWith(typed));
  return longer !== undefined && another === undefined ? longer : nearestName(typed, names, typed.length > 4 ? 2 : 1);
}
