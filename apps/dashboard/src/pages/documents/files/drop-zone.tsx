import { Button, FileButton, Stack, Text } from '@mantine/core';
import { type DragEvent, useState } from 'react';
import classes from './drop-zone.module.css';
import { ACCEPTED, LIMITS_TEXT } from './file-limits';

/** Takes files by drop and by button. */
export function DropZone({ onFiles }: { onFiles: (files: readonly File[]) => void }) {
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent, next: boolean): void => {
    // Without it the browser would open the file in place of the page.
    event.preventDefault();
    setOver(next);
  };
  return (
    <div
      className={classes['zone']}
      data-over={isOver}
      role="group"
      aria-label="Files to upload"
      onDragOver={(event) => over(event, true)}
      onDragLeave={(event) => over(event, false)}
      onDrop={(event) => {
        over(event, false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      <Stack align="center" gap="xs">
        <Text size="sm">Drop files here, or</Text>
        <FileButton multiple accept={ACCEPTED} onChange={onFiles}>
          {(props) => (
            <Button variant="default" {...props}>
              Choose files
            </Button>
          )}
        </FileButton>
        <Text size="xs" c="dimmed">
          {LIMITS_TEXT}
        </Text>
      </Stack>
    </div>
  );
}
