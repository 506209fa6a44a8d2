import type { JSX } from 'preact';
import { useFetchedForm } from '../../components/hooks/fetched-form.ts';
import { text } from '../../strings/index.ts';

/** The first start happens once: its form is fetched then, and no other visit carries it along. */
export function FirstStart(): JSX.Element {
  const Form = useFetchedForm(() => import('./first-account.tsx'));
  return Form ? <Form /> : <p class="who">{text.starting}</p>;
}
