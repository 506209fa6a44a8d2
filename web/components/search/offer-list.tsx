import '../../styles/offer-list.css';
import type { JSX } from 'preact';
import type { IconName } from '../../icons.ts';
import { formatCount } from '../../state/format.ts';
import { offerKinds, type Offer, type OfferKind } from '../../state/search/offers.ts';
import { text } from '../../strings/index.ts';
import { words } from '../../strings/searching/index.ts';
import { Icon } from '../elements/icon.tsx';
import { RetriedImage } from '../elements/retried-image.tsx';
import { useChosenInSight } from '../hooks/chosen-in-sight.ts';

export const dateWords = words.dates;

const icons: Readonly<Record<OfferKind, IconName>> = {
  recent: 'memories',
  person: 'people',
  place: 'place',
  thing: 'photos',
  tag: 'tag',
  camera: 'camera',
  time: 'calendar',
};

interface OfferListProps {
  readonly id: string;
  readonly offers: readonly Offer[];
  /** Whether the suggestions belong to the current text. */
  readonly isFresh: boolean;
  /** Index of the chosen one, −1 for none. */
  readonly chosen: number;
  /** Whether something is typed: suggestions are then lines, otherwise shelves. */
  readonly isBegun: boolean;
  readonly onTake: (offer: Offer) => void;
  readonly onForget: (offer: Offer) => void;
}

/** The suggestions of the search box, in groups: people, places, things, and recent searches. */
export function OfferList({ id, offers, isFresh, chosen, isBegun, onTake, onForget }: OfferListProps): JSX.Element {
  const list = useChosenInSight<HTMLDivElement>(chosen);
  return (
    <div
      ref={list}
      id={id}
      class="offers"
      role="listbox"
      aria-label={text.completions}
      aria-busy={!isFresh}
      data-begun={isBegun}
      // The text field keeps the focus.
      onPointerDown={(event) => {
        event.preventDefault();
      }}
    >
      {offerKinds.map((kind) => {
        const group = offers.map((offer, at) => ({ offer, at })).filter(({ offer }) => offer.kind === kind);
        if (group.length === 0) return null;
        return (
          <div key={kind} class="offer-group" role="group" aria-labelledby={`${id}-${kind}`} data-kind={kind}>
            <span id={`${id}-${kind}`} class="offer-heading" role="presentation">
              {words.groups[kind]}
            </span>
            {group.map(({ offer, at }) => (
              <div
                key={`${kind} ${offer.completed}`}
                id={`${id}-${at}`}
                class="offer"
                role="option"
                aria-selected={at === chosen}
                aria-label={labelOf(offer)}
                onClick={() => {
                  onTake(offer);
                }}
              >
                <Face offer={offer} />
                <bdi>{offer.text}</bdi> {offer.count !== null && isBegun && <small>{formatCount(offer.count)}</small>}
                {kind === 'recent' && (
                  <Forget
                    forget={() => {
                      onForget(offer);
                    }}
                  />
                )}
              </div>
            ))}
          </div>
        );
      })}
    </div>
  );
}

function Face({ offer: { kind, picture } }: { offer: Offer }): JSX.Element {
  if (kind !== 'person') return <Icon name={icons[kind]} />;
  return <span class="offer-face">{picture === null ? <Icon name="people" /> : <RetriedImage url={picture} />}</span>;
}

/** For pointers only: the keyboard has Delete. */
function Forget({ forget }: { forget: () => void }): JSX.Element {
  return (
    <span
      class="forget"
      aria-hidden="true"
      title={text.forgetSearch}
      onClick={(event) => {
        event.stopPropagation();
        forget();
      }}
    >
      <Icon name="close" />
    </span>
  );
}

/** The visible text comes first, unchanged, for people who use voice control. */
function labelOf({ kind, text: offerText, count }: Offer): string {
  return [offerText, ...(count === null ? [] : [words.photos(count)]), words.kinds[kind]].join(', ');
}
