import type { LoadedFactor } from '../../services/sign-in/enrolled-factors.ts';
import type { OfferedFactor } from '../wire.ts';

/** What a client needs to know about a second factor to ask for its code. */
export function presentFactor({ plugin, factor }: LoadedFactor): OfferedFactor {
  const { label = plugin, prompt, codeField } = factor;
  return {
    plugin,
    label,
    challenges: factor.begin !== undefined,
    prompt: prompt?.module ?? null,
    code_field: codeField ? { hint: codeField.hint, pattern: codeField.pattern ?? null } : null,
  };
}
