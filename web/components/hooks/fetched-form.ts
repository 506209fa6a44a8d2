import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';

/**
 * A form that few visits need: it is fetched when it is first drawn, and again once a lost server is back.
 * @returns null until it is there
 */
export function useFetchedForm<P>(load: () => Promise<{ default: FunctionComponent<P> }>): FunctionComponent<P> | null {
  const { connection } = useApp();
  const [form, setForm] = useState<FunctionComponent<P> | null>(null);
  const lost = connection.lost.value;
  useEffect(() => {
    if (lost) return;
    // Its failure is told by the banner; with the server back this runs again.
    load().then(
      (module) => {
        setForm(() => module.default);
      },
      () => undefined,
    );
  }, [lost]);
  return form;
}
