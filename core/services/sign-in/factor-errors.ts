import { DomainError } from '../../domain/errors.ts';
import { SecondFactorLost } from '../../plugin-api/index.ts';

/** Called with an error that a plugin's second factor must not throw. */
export type OnFactorFault = (plugin: string, error: unknown) => void;

/** The error for a plugin that does not answer. */
export function silentFactorError(plugin: string): DomainError {
  return new DomainError('not_ready', `The second factor of the plugin ${plugin} does not answer: try again later.`, {
    problem: 'second_factor_silent',
  });
}

/**
 * Translates an error of a plugin's second factor for the user. Errors that the plugin API defines are recognised by their
 * names, because a plugin may have its own copies of their classes.
 * @param onFault called for any other error
 */
export function factorError(plugin: string, error: unknown, onFault: OnFactorFault | undefined): Error {
  if (error instanceof DomainError) return error;
  if (error instanceof Error && error.name === 'PluginHttpError') return error;
  if (error instanceof Error && error.name === 'SecondFactorLost') {
    return new DomainError('not_ready', new SecondFactorLost().message, { problem: 'codes_lost' });
  }
  onFault?.(plugin, error);
  return new DomainError(
    'not_ready',
    `The second factor of the plugin ${plugin} has failed: try again later, use another one, or ask an admin.`,
    { problem: 'second_factor_silent', cause: error },
  );
}
