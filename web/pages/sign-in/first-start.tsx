import type { JSX } from 'preact';
import { LostPage } from '../../components/elements/lost-part.tsx';
import { useFetched } from '../../components/hooks/fetched.ts';
import { text } from '../../strings/index.ts';

const fetchForm = (): Promise<typeof import('./first-account.tsx')> => import('./first-account.tsx');

/** The form of the first start, loaded on demand because it is only needed once. */
export function FirstStart(): JSX.Element {
  const [form, hasFailed] = useFetched(fetchForm);
  if (hasFailed) return <LostPage level={2} />;
  return form ? <form.default /> : <p class="who">{text.starting}</p>;
}
