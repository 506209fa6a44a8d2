import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { PhotoKind, PhotoRule } from '../../../core/http/wire.ts';
import { useApp } from '../../app.ts';
import type { AlbumQuestion } from '../../state/albums/albums.ts';
import { hasConditions, editable } from '../../state/albums/search-rule.ts';
import { words } from '../../strings/albums/index.ts';
import { locale, placeName } from '../../strings/language.ts';
import { Check } from '../elements/check.tsx';
import { Dialog } from '../elements/dialog.tsx';
import { Field } from '../elements/field.tsx';
import { Form, SubmitOrCancel } from '../elements/form.tsx';
import { useLoaded } from '../hooks/loaded.ts';
import { useSaving } from '../hooks/saving.ts';
import { useMakeAlbum } from './make-album.ts';
import { NamedList, RuleChip, RuleLine } from './named-list.tsx';
import { RulePeople } from './rule-people.tsx';

interface RuleFormProps {
  readonly question: AlbumQuestion & { readonly is: 'rule' };
  readonly close: () => void;
}

const kinds: readonly PhotoKind[] = ['image', 'video', 'live', 'raw'];
const months = Array.from({ length: 12 }, (_, index) => index + 1);

/** The form of a smart album's rule. */
export function RuleForm({ question, close }: RuleFormProps): JSX.Element {
  const { albums, api } = useApp();
  const make = useMakeAlbum();
  const [name, setName] = useState(question.name);
  const [rule, setRule] = useState<PhotoRule>(() => editable(question.rule));
  const attempt = useSaving(close);
  const [loaded] = useLoaded(() => names(api), []);
  const { places, things, tags, cameras } = loaded.is === 'there' ? loaded.value : noNames;
  const change = (part: PhotoRule): void => {
    setRule((previous) => ({ ...previous, ...part }));
  };
  const { years, bbox, album, ...rest } = rule;
  const without = (field: 'years' | 'bbox' | 'album') => (): void => {
    setRule((previous) => Object.fromEntries(Object.entries(previous).filter(([name]) => name !== field)));
  };
  const submit = async (): Promise<void> => {
    const newRule = {
      ...rule,
      ...(rule.from === '' && { from: undefined }),
      ...(rule.to === '' && { to: undefined }),
    };
    if (question.album) {
      await api.albums.change(question.album.uid, { name, rule: newRule as PhotoRule });
      albums.changed();
    } else await make(name, [], newRule as PhotoRule);
  };
  return (
    <Dialog label={words.ruleTitle} close={close}>
      <h2>{words.ruleTitle}</h2>
      <Form
        submit={() => void attempt.make(submit)}
        busy={attempt.busy}
        failure={attempt.failure}
        buttons={
          <SubmitOrCancel
            submit={question.album ? words.save : words.create}
            disabled={name.trim() === '' || !hasConditions(rule)}
            cancel={close}
          />
        }
      >
        <Field label={words.name} name="album" autocomplete="off" capitals="sentences" value={name} set={setName} />
        <p class="hint">{words.ruleHint}</p>
        <RulePeople rule={rest} change={change} />
        <NamedList
          label={words.places}
          hint={words.addPlace}
          known={places}
          shown={placeName}
          values={rule.places ?? []}
          set={(values) => {
            change({ places: values });
          }}
        />
        <NamedList
          label={words.things}
          hint={words.addThing}
          known={things}
          values={rule.things ?? []}
          set={(values) => {
            change({ things: values });
          }}
        />
        <RuleLine label={words.when}>
          {(['from', 'to'] as const).map((end) => (
            <label key={end} class="rule-day">
              {words[end]}
              <input
                type="date"
                value={rule[end] ?? ''}
                onInput={({ currentTarget }) => {
                  change({ [end]: currentTarget.value });
                }}
              />
            </label>
          ))}
          {years !== undefined && <RuleChip label={words.years(years)} remove={without('years')} />}
        </RuleLine>
        <Toggles
          label={words.kinds}
          options={kinds}
          nameOf={(kind) => words.kindNames[kind]}
          values={rule.kinds ?? []}
          set={(values) => {
            change({ kinds: values });
          }}
        />
        <details open={hasMore(rule)}>
          <summary>{words.more}</summary>
          <Toggles
            label={words.months}
            options={months}
            nameOf={monthOf}
            values={rule.months ?? []}
            set={(values) => {
              change({ months: values });
            }}
          />
          <NamedList
            label={words.tags}
            hint={words.addTag}
            known={tags}
            values={rule.tags ?? []}
            set={(values) => {
              change({ tags: values });
            }}
          />
          <NamedList
            label={words.cameras}
            hint={words.addCamera}
            known={cameras}
            values={rule.cameras ?? []}
            set={(values) => {
              change({ cameras: values });
            }}
          />
          {(bbox !== undefined || album !== undefined) && (
            <RuleLine label={words.also}>
              {bbox !== undefined && <RuleChip label={words.partOfMap} remove={without('bbox')} />}
              {album !== undefined && <RuleChip label={words.inAlbum} remove={without('album')} />}
            </RuleLine>
          )}
          <Check
            label={words.favorites}
            on={rule.only_favorites ?? false}
            set={(value) => {
              change({ only_favorites: value });
            }}
          />
        </details>
      </Form>
    </Dialog>
  );
}

interface TogglesProps<T> {
  readonly label: string;
  readonly options: readonly T[];
  readonly nameOf: (option: T) => string;
  readonly values: readonly T[];
  readonly set: (values: T[]) => void;
}

/** Options of which any number can be chosen. */
function Toggles<T extends string | number>({ label, options, nameOf, values, set }: TogglesProps<T>): JSX.Element {
  return (
    <RuleLine label={label}>
      {options.map((option) => {
        const isOn = values.includes(option);
        return (
          <button
            key={option}
            class="chip"
            type="button"
            aria-pressed={isOn}
            onClick={() => {
              set(isOn ? values.filter((other) => other !== option) : [...values, option]);
            }}
          >
            {nameOf(option)}
          </button>
        );
      })}
    </RuleLine>
  );
}

const monthOf = (month: number): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2024, month - 1, 1));

const hasMore = ({ months, tags, cameras, only_favorites, bbox, album }: PhotoRule): boolean =>
  [months, tags, cameras].some((list) => (list?.length ?? 0) > 0) ||
  only_favorites === true ||
  bbox !== undefined ||
  album !== undefined;

const noNames = { places: [], things: [], tags: [], cameras: [] } as const;

interface Names {
  readonly places: readonly string[];
  readonly things: readonly string[];
  readonly tags: readonly string[];
  readonly cameras: readonly string[];
}

/** Suggestions for the form; if they cannot be loaded, names can still be typed. */
async function names(api: ReturnType<typeof useApp>['api']): Promise<Names> {
  const [{ places }, { tags }, options] = await Promise.all([
    api.library.places(),
    api.library.tags(),
    api.search.suggestions('', new AbortController().signal),
  ]);
  return {
    places: places.map(({ place }) => place),
    tags: tags.map(({ name }) => name),
    cameras: options.cameras.map(({ name }) => name),
    things: options.things.map((thing) => thing.names[locale.slice(0, 2) as keyof typeof thing.names]),
  };
}
