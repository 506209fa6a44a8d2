import { useEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';
import type { WithheldThings } from '../../state/household/withheld-things.ts';

/**
 * The albums and people that are withheld from some users, read again when the component mounts; null for users who may not
 * know.
 */
export function useWithheldThings(): WithheldThings | null {
  const { withheldThings, session } = useApp();
  const mayKnow = session.may('write');
  useEffect(() => {
    if (mayKnow) void withheldThings.follow();
  }, [mayKnow]);
  return mayKnow ? withheldThings : null;
}
