import type { JSX } from 'preact';
import type { PhotoFault } from '../../../core/http/wire.ts';
import { text } from '../../strings/index.ts';
import '../../styles/viewer/tile-fault.css';
import { Icon } from '../elements/icon.tsx';

/**
 * The error of a photo on its tile: a mark if a part of the picture is shown, or else file name and reason. Screen readers
 * get it from the tile's label.
 */
export function TileFault({ fault, pictured }: { fault: PhotoFault; pictured: boolean }): JSX.Element {
  return (
    <span class="tile-fault" data-pictured={pictured} title={text.viewer.faults[fault.kind]} aria-hidden="true">
      <Icon name="broken" />
      {!pictured && (
        <>
          <bdi>{fault.file}</bdi> <small>{text.viewer.faults[fault.kind]}</small>
        </>
      )}
    </span>
  );
}
