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

/** All pages, on a phone: over the page until one is chosen, or it is left by Escape, back, or a touch beside it. */
export function NavigationSheet({ of, andPlugins, close }: NavigationSheetProps): JSX.Element {
  const { router } = useApp();
  // Before it is drawn: back must not lead further than to the page under it.
  useLayoutEffect(() => router.cover(close), []);
  const here = router.place.value.page;
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
              aria-current={page === here ? 'page' : undefined}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey || event.button !== 0) return;
                event.preventDefault();
                // In the place of the sheet, so that back leads to the page under it.
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
