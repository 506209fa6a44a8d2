import type { LoadedFactor } from '../../services/sign-in/enrolled-factors.ts';
import type { OfferedFactor } from '../wire.ts';

/** The facts about a second factor that a client needs to ask for a code. */
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
