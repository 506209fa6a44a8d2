import '../../styles/navigation-sheet.css';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { destinations, type Destination } from '../../actions/go-actions.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { Finch, Icon } from '../elements/icon.tsx';
import { NavigationSheet } from './navigation-sheet.tsx';
import { focusPage } from './page-focus.ts';
import { toTopIfHere } from './to-top.ts';
import { PluginLink } from './plugin-link.tsx';

/** How many pages a phone shows beside "more". */
const onPhones = 4;

/** The navigation: all pages at the side, or on phones four pages and a button for the others. */
export function Navigation(): JSX.Element {
  const app = useApp();
  const { pluginMenu, router, session } = app;
  const [open, setOpen] = useState(false);
  const currentPage = router.place.value.page;
  const allowed = destinations.filter(({ role, isThere }) => session.may(role) && (isThere?.(app) ?? true));
  const isElsewhere = allowed.findIndex(({ page }) => page === currentPage) >= onPhones;
  const list = useRef<HTMLUListElement>(null);
  const count = allowed.length + pluginMenu.value.length;
  useEffect(() => {
    list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }, [currentPage, count]);
  return (
    <>
      <nav class="navigation" aria-label={text.navigation}>
        <SkipLink />
        <div class="brand">
          <a
            href="#/"
            onClick={(event) => {
              toTopIfHere(event, app);
            }}
          >
            <Finch />
            {text.app}
          </a>
        </div>
        <ul ref={list}>
          {allowed.map((destination, i) => (
            <li key={destination.page} data-first={i < onPhones} data-begins={destination.begins ?? false}>
              <PageLink of={destination} />
            </li>
          ))}
          {pluginMenu.value.map((page, i) => (
            <li key={page.path} data-first={false} data-begins={i === 0}>
              <PluginLink of={page} />
            </li>
          ))}
          <li class="more">
            <button
              type="button"
              aria-haspopup="dialog"
              aria-expanded={open}
              data-here={isElsewhere}
              onClick={() => {
                setOpen(true);
              }}
            >
              <Icon name="more" />
              <span>{text.more}</span>
            </button>
          </li>
        </ul>
      </nav>
      {open && (
        <NavigationSheet
          of={allowed}
          andPlugins={pluginMenu.value}
          close={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function PageLink({ of: { page, icon } }: { of: Destination }): JSX.Element {
  const app = useApp();
  const currentPage = app.router.place.value.page;
  return (
    <a
      href={formatPlace(placeOf(page))}
      aria-current={page === currentPage ? 'page' : undefined}
      onClick={(event) => {
        toTopIfHere(event, app);
      }}
    >
      <Icon name={icon} />
      <span>{text.pages[page]}</span>
    </a>
  );
}

/** For keyboard users: skips the navigation. */
function SkipLink(): JSX.Element {
  return (
    <button class="button skip-link" type="button" onClick={focusPage}>
      {text.skipNavigation}
    </button>
  );
}
