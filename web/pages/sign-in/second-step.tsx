import type { JSX } from 'preact';
import { useFetchedForm } from '../../components/hooks/fetched-form.ts';
import { text } from '../../strings/index.ts';

/** The forms of the second step, loaded on demand because most sign-ins do not need them. */
export function SecondStep({ username }: { readonly username: string }): JSX.Element {
  const Step = useFetchedForm(() => import('./code-step.tsx'));
  return Step ? <Step username={username} /> : <p class="who">{text.signingIn}</p>;
}
