import { useEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';

/** Names the window after what the page is about, in place of what kind of page it is; null while that is not known. */
export function useDocumentTitle(title: string | null): void {
  const { title: shown } = useApp();
  useEffect(() => {
    shown.value = title;
    return () => {
      shown.value = null;
    };
  }, [title]);
}
