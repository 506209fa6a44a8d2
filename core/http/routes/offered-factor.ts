import type { LoadedFactor } from '../../services/asked-factors.ts';
import type { OfferedFactor } from '../wire.ts';

/** What a client has to know of a second factor to ask for its code. */
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
