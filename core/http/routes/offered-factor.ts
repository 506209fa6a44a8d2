import type { LoadedFactor } from '../../services/asked-factors.ts';
import type { OfferedFactor } from '../wire.ts';

/** The data that a client needs to ask for a factor's code. */
export function offeredFactor({ plugin, factor }: LoadedFactor): OfferedFactor {
  const { label = plugin, prompt, codeField } = factor;
  return {
    plugin,
    label,
    challenges: factor.begin !== undefined,
    prompt: prompt?.module ?? null,
    code_field: codeField ? { hint: codeField.hint, pattern: codeField.pattern ?? null } : null,
  };
}
