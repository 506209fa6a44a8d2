import type { FunctionComponent } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useApp } from '../../app.ts';

/**
 * A form that few visits need: it is loaded when it is first drawn, and again after the server was unreachable.
 * @returns null until it is loaded
 */
export function useFetchedForm<P>(load: () => Promise<{ default: FunctionComponent<P> }>): FunctionComponent<P> | null {
  const { connection } = useApp();
  const [form, setForm] = useState<FunctionComponent<P> | null>(null);
  const isLost = connection.lost.value;
  useEffect(() => {
    if (isLost) return;
    // The banner reports the failure; this runs again when the server is back.
    load().then(
      (module) => {
        setForm(() => module.default);
      },
      () => undefined,
    );
  }, [isLost]);
  return form;
}
