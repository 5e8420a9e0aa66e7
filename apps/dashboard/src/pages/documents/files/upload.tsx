import { Stack } from '@mantine/core';
import { useState } from 'react';
import { part } from '../../../ui/part';
import { DropZone } from './drop-zone';
import type { UploadProps } from './upload-row';

// Loaded with the first file, because a form weighs more than the page.
const UploadRow = part(async () => (await import('./upload-row')).default);

interface Chosen {
  readonly key: string;
  readonly file: File;
}

/** Uploads files one by one, so that the failure of one does not touch the others. */
export function Upload(props: UploadProps) {
  const [chosen, setChosen] = useState<readonly Chosen[]>([]);
  const add = (files: readonly File[]): void =>
    setChosen((before) => [...before, ...files.map((file) => ({ key: crypto.randomUUID(), file }))]);
  return (
    <Stack gap="sm">
      <DropZone onFiles={add} />
      {chosen.length > 0 && (
        <Stack component="ul" gap="sm" m={0} p={0} aria-label="Chosen files">
          {chosen.map(({ key, file }) => (
            <UploadRow
              key={key}
              {...props}
              file={file}
              remove={() => setChosen((before) => before.filter((each) => each.key !== key))}
            />
          ))}
        </Stack>
      )}
    </Stack>
  );
}
