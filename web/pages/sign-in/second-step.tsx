import type { JSX } from 'preact';
import { LostPage } from '../../components/elements/lost-part.tsx';
import { useFetched } from '../../components/hooks/fetched.ts';
import { text } from '../../strings/index.ts';

const fetchStep = (): Promise<typeof import('./code-step.tsx')> => import('./code-step.tsx');

/** The forms of the second step, loaded on demand because most sign-ins do not need them. */
export function SecondStep({ username }: { readonly username: string }): JSX.Element {
  const [step, hasFailed] = useFetched(fetchStep);
  if (hasFailed) return <LostPage level={2} />;
  return step ? <step.default username={username} /> : <p class="who">{text.signingIn}</p>;
}
