import type { FunctionComponent, JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';
import { text } from '../../strings/index.ts';

/** The first start happens once: its form is fetched then, and no other visit carries it along. */
export function FirstStart(): JSX.Element {
  const { connection } = useApp();
  const [Form, setForm] = useState<FunctionComponent | null>(null);
  const lost = connection.lost.value;
  useEffect(() => {
    if (lost) return;
    // Its failure is told by the banner; with the server back this runs again.
    import('./first-account.tsx').then(
      (module) => {
        setForm(() => module.default);
      },
      () => undefined,
    );
  }, [lost]);
  return Form ? <Form /> : <p class="who">{text.starting}</p>;
}
