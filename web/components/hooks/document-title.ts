import { useEffect } from 'preact/hooks';
import { useApp } from '../../app.ts';

/** Sets the title of the window to the subject of the page; with null, it is the name of the page. */
export function useDocumentTitle(title: string | null): void {
  const { title: pageTitle } = useApp();
  useEffect(() => {
    pageTitle.value = title;
    return () => {
      pageTitle.value = null;
    };
  }, [title]);
}
