import type { JSX } from 'preact';
import { useFetchedForm } from '../../components/hooks/fetched-form.ts';
import { text } from '../../strings/index.ts';

/** The form of the first start, loaded on demand because it is only needed once. */
export function FirstStart(): JSX.Element {
  const Form = useFetchedForm(() => import('./first-account.tsx'));
  return Form ? <Form /> : <p class="who">{text.starting}</p>;
}
