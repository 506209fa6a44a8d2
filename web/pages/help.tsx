import type { ComponentChildren, JSX } from 'preact';
import type { Action } from '../actions/action.ts';
import { actions } from '../actions/index.ts';
import { useApp } from '../app.ts';
import { PageFrame } from '../components/frame/page-frame.tsx';
import { keysOf } from '../components/elements/key-name.ts';
import { Facts, Panel } from '../components/elements/panel.tsx';
import { formatCount, momentInTime } from '../state/format.ts';
import { text } from '../strings/index.ts';
import { words } from '../strings/settings/index.ts';
import '../styles/help.css';
import '../styles/panel.css';
import { credits, type Credit } from './help/credits.ts';
import { Product } from './help/product.tsx';

const kinds = Object.keys(words.creditFor) as Credit['what'][];
const groups = Object.keys(words.groups) as Action['group'][];

/** The help page: features, keys, the state of the server, and credits. */
export default function HelpPage(): JSX.Element {
  return (
    <PageFrame title={text.pages.help}>
      <div class="panels wide">
        <Product />
        <Panel title={words.product.where} hint={words.product.whereBody} />
        <Panel title={words.product.stolen} hint={words.product.stolenBody} />
        <Panel title={words.privacy} hint={words.privacyHint} />
        <Panel title={words.product.install} hint={words.product.installBody} />
        <div class="for-keyboards">
          <Shortcuts />
        </div>
        <StatusPanel />
        <Credits />
      </div>
    </PageFrame>
  );
}

function Shortcuts(): JSX.Element {
  const app = useApp();
  const allowed = actions.filter(({ role, shortcut }) => shortcut !== undefined && app.session.may(role));
  return (
    <Panel title={words.shortcuts} hint={words.shortcutsHint}>
      <div class="shortcuts">
        {groups.map((group) => {
          const rows = allowed.filter((action) => action.group === group);
          return (
            rows.length > 0 && (
              <section key={group}>
                <h3>{words.groups[group]}</h3>
                <dl>
                  {rows.map((action) => (
                    <div key={action.id}>
                      <dt>
                        {action.shortcut && <Keys shortcut={action.shortcut} />}
                        {action.otherKey && (
                          <>
                            <small> {words.or} </small>
                            <Keys shortcut={action.otherKey} />
                          </>
                        )}
                      </dt>
                      <dd>{action.label(app)}</dd>
                    </div>
                  ))}
                </dl>
              </section>
            )
          );
        })}
      </div>
    </Panel>
  );
}

/** `g t` is two keys in sequence; `Ctrl+k` two keys at once. */
function Keys({ shortcut }: { shortcut: string }): JSX.Element {
  return (
    <>
      {keysOf(shortcut).map((keys, i) => (
        <span key={i}>
          {i > 0 && <small> {words.then} </small>}
          {keys.map((key, j) => (
            <span key={key}>
              {j > 0 && ' + '}
              <kbd>{key}</kbd>
            </span>
          ))}
        </span>
      ))}
    </>
  );
}

function StatusPanel(): JSX.Element {
  const status = useApp().watch.status.value;
  const suffix = (count: number, say: (count: string) => string): string =>
    count > 0 ? `, ${say(formatCount(count))}` : '';
  const facts: (readonly [string, ComponentChildren])[] = status
    ? [
        [words.version, status.version],
        [
          words.photos,
          formatCount(status.photos) +
            suffix(status.pending, words.photosWaiting) +
            suffix(status.failed, words.photosFailed),
        ],
        [words.people, formatCount(status.people)],
        [words.faces, formatCount(status.faces)],
        [words.lastLook, status.last_sync_at === null ? words.never : momentInTime(status.last_sync_at)],
        [words.store, storeText(status.bridge)],
        [words.models, status.ml_ready ? words.modelsReady : words.modelsMissing],
      ]
    : [];
  return (
    <Panel title={words.status}>
      {status ? <Facts of={facts} /> : <p class="hint">{text.starting}</p>}
      {status?.demo && <p class="hint">{words.demoModeHint}</p>}
    </Panel>
  );
}

function storeText({ reachable, loggedIn }: { reachable: boolean; loggedIn: boolean }): string {
  if (!reachable) return words.storeAway;
  return loggedIn ? words.storeReached : words.storeLoggedOut;
}

function Credits(): JSX.Element {
  return (
    <Panel title={words.credits} hint={words.creditsHint}>
      <Facts
        of={kinds.map((kind) => [
          words.creditFor[kind],
          <ul key={kind} class="plain">
            {credits
              .filter(({ what }) => what === kind)
              .map(({ name, licence, address }) => (
                <li key={name}>
                  <a href={address} target="_blank" rel="noreferrer">
                    {name}
                  </a>{' '}
                  <small class="hint">{licence}</small>
                </li>
              ))}
          </ul>,
        ])}
      />
    </Panel>
  );
}
