import type { JSX } from 'preact';
import { useFetchedForm } from '../../components/hooks/fetched-form.ts';
import { text } from '../../strings/index.ts';

/** The second step of those who have one: its forms are fetched then, and no other visit carries them along. */
export function SecondStep({ username }: { readonly username: string }): JSX.Element {
  const Step = useFetchedForm(() => import('./code-step.tsx'));
  return Step ? <Step username={username} /> : <p class="who">{text.signingIn}</p>;
}
