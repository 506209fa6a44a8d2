import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { destinations } from '../../actions/go-actions.ts';
import { useApp } from '../../app.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { text } from '../../strings/index.ts';
import { Finch, Icon } from '../elements/icon.tsx';
import { SelectionBar } from './selection-bar.tsx';
import { TopBar } from './top-bar.tsx';

/** How many destinations a phone shows beside "more". */
const onPhones = 4;

/** What surrounds every page: where one can go, the search, what is selected. */
export function Shell({ behind, children }: { behind: boolean; children: ComponentChildren }): JSX.Element {
  const { selection } = useApp();
  return (
    <div class="shell" inert={behind} data-behind={behind}>
      <Navigation />
      <div class="page">
        {selection.count.value > 0 ? <SelectionBar /> : <TopBar />}
        {children}
      </div>
    </div>
  );
}

/** For those who go by Tab: past all the pages, to what this one shows. */
function SkipLink(): JSX.Element {
  return (
    <button
      class="button skip-link"
      type="button"
      onClick={() => {
        const main = document.querySelector<HTMLElement>('.page main');
        if (!main) return;
        main.tabIndex = -1;
        main.focus();
      }}
    >
      {text.skipNavigation}
    </button>
  );
}

function Navigation(): JSX.Element {
  const { router, session } = useApp();
  const [open, setOpen] = useState(false);
  const here = router.place.value.page;
  const allowed = destinations.filter(({ role }) => session.may(role));
  return (
    <nav class="navigation" aria-label={text.navigation} data-open={open}>
      <SkipLink />
      <h1 class="brand">
        <a href="#/">
          <Finch />
          {text.app}
        </a>
      </h1>
      <ul>
        {allowed.map(({ page, icon, begins = false }, i) => (
          <li key={page} data-first={i < onPhones} data-begins={begins}>
            <a
              href={formatPlace(placeOf(page))}
              aria-current={page === here ? 'page' : undefined}
              onClick={() => {
                setOpen(false);
              }}
            >
              <Icon name={icon} />
              <span>{text.pages[page]}</span>
            </a>
          </li>
        ))}
        <li class="more">
          <button
            type="button"
            aria-expanded={open}
            onClick={() => {
              setOpen(!open);
            }}
          >
            <Icon name="more" />
            <span>{text.more}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}
