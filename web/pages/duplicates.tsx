import type { JSX } from 'preact';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { useApp } from '../app.ts';
import { DuplicateFiles } from '../components/photos/duplicate-files.tsx';
import { fixedGrid } from '../components/photos/fixed-list.tsx';
import { DuplicateGroupView } from '../components/photos/duplicate-group.tsx';
import { useLoaded } from '../components/hooks/loaded.ts';
import { Message } from '../components/elements/message.tsx';
import { PageFrame, WhenLoaded } from '../components/frame/page-frame.tsx';
import { Question } from '../components/elements/question.tsx';
import { Tabs } from '../components/elements/tabs.tsx';
import { Duplicates, restOf, type DuplicateGroup, type DuplicateKind } from '../state/photos/duplicates.ts';
import { fileSize } from '../state/format.ts';
import { placeOf, type Place } from '../state/routes.ts';
import '../styles/duplicates.css';
import { text } from '../strings/index.ts';

/** Duplicate photos: identical files, or similar pictures. */
export default function DuplicatesPage({ place }: { place: Place }): JSX.Element {
  const { api, edits, shown } = useApp();
  const kind: DuplicateKind = place.about === 'near' ? 'near' : 'same';
  const duplicates = useMemo(
    () =>
      new Duplicates({
        duplicates: (...parameters) => api.photos.duplicates(...parameters),
        archive: (photos) => edits.setFlags(photos, { archived: true }),
      }),
    [],
  );
  // A list of all photos, group by group, is created too: with it, the arrow keys of the viewer compare duplicates.
  const [loaded, reload] = useLoaded(async () => {
    await duplicates.load(kind);
    const photos = duplicates.open.flatMap((group) => group.photos);
    const grid = fixedGrid(api, photos);
    await grid.refresh();
    return { kind, grid };
  }, [kind]);
  const grid = loaded.is === 'there' ? loaded.value.grid : null;

  useLayoutEffect(() => {
    shown.value = grid;
    return () => {
      if (shown.peek() === grid) shown.value = null;
    };
  }, [grid]);
  useEffect(
    () =>
      edits.changed.subscribe((photos) => {
        duplicates.replaceAll(photos);
      }),
    [],
  );

  const tab = (to: DuplicateKind, title: string) => ({
    title,
    place: placeOf('duplicates', to === 'near' ? { about: 'near' } : {}),
    isHere: kind === to,
  });
  return (
    <PageFrame title={text.pages.duplicates}>
      <Tabs
        label={text.pages.duplicates}
        tabs={[tab('same', text.duplicatesSame), tab('near', text.duplicatesAlike)]}
      />
      <WhenLoaded of={loaded} again={reload}>
        {(value) => (value.kind === kind ? <Groups kind={kind} duplicates={duplicates} /> : null)}
      </WhenLoaded>
    </PageFrame>
  );
}

function Groups({ kind, duplicates }: { kind: DuplicateKind; duplicates: Duplicates }): JSX.Element {
  const { toasts } = useApp();
  const [isAsking, setIsAsking] = useState(false);
  const groups = duplicates.open;
  const archive = async (chosenGroups: readonly DuplicateGroup[]): Promise<void> => {
    try {
      const archived = await duplicates.archive(chosenGroups);
      if (archived) toasts.say(text.done.archived(archived.count, true), archived.undo);
    } catch (error) {
      toasts.fail(error);
    }
  };
  const { all, totals } = duplicates;
  if (all.length === 0) {
    const body = kind === 'near' ? text.noDuplicatesAlike : text.noDuplicatesSame;
    return <Message level={2} drawing="done" title={text.noDuplicates} body={body} />;
  }
  const waste = fileSize(totals.bytes);
  return (
    <>
      <div class="duplicates-summary">
        <p>
          <strong>
            {kind === 'same' ? text.duplicateFiles.stored(waste) : text.duplicatesWaste(totals.groups, waste)}
          </strong>
          {totals.groups > all.length && <small>{text.duplicateFiles.largest(all.length, totals.groups)}</small>}
          {groups.length > 0 && <small>{text.duplicatesHint}</small>}
        </p>
        {groups.length > 0 && (
          <button
            class="button"
            type="button"
            onClick={() => {
              setIsAsking(true);
            }}
          >
            {text.archiveAll}
          </button>
        )}
      </div>
      {groups.length === 0 && (
        <Message level={2} drawing="done" title={text.duplicateFiles.decided} body={text.duplicateFiles.decidedBody} />
      )}
      <div class="duplicate-groups" data-keeps-focus>
        {groups.map((group) => (
          <DuplicateGroupView
            key={group.id}
            group={group}
            keep={(uid) => {
              duplicates.keep(group, uid);
            }}
            archive={() => archive([group])}
          />
        ))}
      </div>
      <DuplicateFiles groups={all} />
      {isAsking && (
        <Question
          title={text.archiveAllQuestion(groups.flatMap(restOf).length, groups.length)}
          body={text.archiveAllBody}
          yes={text.archive}
          run={() => archive(groups)}
          close={() => {
            setIsAsking(false);
          }}
        />
      )}
    </>
  );
}
