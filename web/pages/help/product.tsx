import type { JSX } from 'preact';
import { destinations } from '../../actions/go-actions.ts';
import { useApp } from '../../app.ts';
import { Icon } from '../../components/elements/icon.tsx';
import { Panel } from '../../components/elements/panel.tsx';
import type { IconName } from '../../icons.ts';
import { formatPlace, placeOf } from '../../state/routes.ts';
import { words } from '../../strings/settings/index.ts';

const { product } = words;
const topics = Object.keys(product.topics) as (keyof typeof product.topics)[];
const icons = new Map<string, IconName>(destinations.map(({ page, icon }) => [page, icon]));

/** What Photofinch is and does: a topic for each main page. */
export function Product(): JSX.Element {
  const { session } = useApp();
  const { user } = session;
  return (
    <Panel title={product.title} hint={product.intro}>
      <ul class="topics">
        {topics.map((page) => (
          <li key={page}>
            <Icon name={icons.get(page) ?? 'search'} />
            <h3>
              <a href={formatPlace(placeOf(page))}>{product.topics[page].title}</a>
            </h3>
            <p>{product.topics[page].body}</p>
          </li>
        ))}
      </ul>
      {user && <p class="hint">{product.role(user.display_name, words.roles[user.role])}</p>}
    </Panel>
  );
}
