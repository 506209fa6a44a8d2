import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { PluginPage } from '../../../core/http/wire.ts';
import type { Destination } from '../../actions/go-actions.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { Dialog } from '../elements/dialog.tsx';
import { Icon } from '../elements/icon.tsx';
import { PluginLink } from './plugin-link.tsx';

interface NavigationSheetProps {
  readonly of: readonly Destination[];
  readonly andPlugins: readonly PluginPage[];
  readonly close: () => void;
}

/** All pages, as a sheet on phones: closed by a choice, by Escape, by going back, or by a touch beside it. */
export function NavigationSheet({ of, andPlugins, close }: NavigationSheetProps): JSX.Element {
  const { router } = useApp();
  // Before the first paint, so that going back never leaves the page below.
  useLayoutEffect(() => router.cover(close), []);
  const currentPage = router.place.value.page;
  return (
    <Dialog label={text.frame.allPages} close={close} kind="sheet">
      <div class="sheet-title">
        <h2>{text.frame.allPages}</h2>
        <button class="icon-button" type="button" aria-label={text.close} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      <ul class="sheet-pages">
        {of.map(({ page, icon, begins = false }) => (
          <li key={page} data-begins={begins}>
            <a
              href={formatPlace(placeOf(page))}
              aria-current={page === currentPage ? 'page' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.button !== 0) return;
                event.preventDefault();
                // The sheet's history entry is replaced, so that going back returns to the page below.
                router.exchange(placeOf(page));
                close();
              }}
            >
              <Icon name={icon} />
              <span>{text.pages[page]}</span>
            </a>
          </li>
        ))}
        {andPlugins.map((page, i) => (
          <li key={page.path} data-begins={i === 0}>
            <PluginLink of={page} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
