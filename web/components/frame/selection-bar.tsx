import type { JSX } from 'preact';
import { offered } from '../../actions/index.ts';
import { useApp } from '../../app.ts';
import { formatCount } from '../../state/format.ts';
import { text } from '../../strings/index.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { PageHeading } from './page-heading.tsx';

/** How many photos are selected, and what can be done about them. */
export function SelectionBar(): JSX.Element {
  const app = useApp();
  const now = offered(app);
  const count = formatCount(app.selection.count.value);
  const clear = now.find(({ group }) => group === 'selection');
  return (
    <header class="top-bar selection-bar">
      <PageHeading />
      {clear && <ActionButton action={clear} />}
      <p role="status">{text.selected(count)}</p>
      <b aria-hidden="true">{count}</b>
      <span class="spring" />
      {now
        .filter(({ group, icon }) => group === 'photo' && icon)
        .map((action) => (
          <ActionButton key={action.id} action={action} />
        ))}
    </header>
  );
}
