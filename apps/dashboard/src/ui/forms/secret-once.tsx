import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Note } from '../feedback/note';
import { CopyField } from './copy-field';
import { saveFile } from '../save-file';

interface Props {
  readonly label: string;
  readonly value: string;
  readonly fileName: string;
  readonly onKept: () => void;
}

/** Shows a secret once, and closes only after the user has confirmed to have stored it. */
export function SecretOnce({ label, value, fileName, onKept }: Props) {
  const [isKept, setKept] = useState(false);
  return (
    <Stack>
      <Note state="warn" role="status">
        <Text size="sm">This is shown only now. Store it in a safe place.</Text>
      </Note>
      {value.includes('\n') ? (
        <Text component="pre" ff="monospace" fz="sm" m={0} aria-label={label} role="group">
          {value}
        </Text>
      ) : (
        <CopyField label={label} value={value} />
      )}
      <Checkbox label="I have stored it" checked={isKept} onChange={(event) => setKept(event.currentTarget.checked)} />
      <Group justify="end">
        <Button variant="default" onClick={() => saveFile(new Blob([value], { type: 'text/plain' }), fileName)}>
          Download
        </Button>
        <Button disabled={!isKept} onClick={onKept}>
          Done
        </Button>
      </Group>
    </Stack>
  );
}
