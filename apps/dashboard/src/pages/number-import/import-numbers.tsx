import { Button, FileButton, Group, List as Bullets, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { NumberImportCheck } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { Note } from '../../ui/feedback/note';
import { Problem } from '../../ui/feedback/problem';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';

const FAULTS_SHOWN = 50;

/** Says how many of a thing there are. */
const counted = (count: number, one: string, many = `${one}s`): string =>
  `${format.count(count)} ${count === 1 ? one : many}`;

/** Throws if a file is empty or not in UTF-8, which the API would refuse in words for programs. */
async function assertText(file: File): Promise<void> {
  if (file.size === 0)
    throw new Error('The file is empty. Choose one with a line of columns and a line for each number.');
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    decoder.decode(await file.arrayBuffer());
  } catch (cause) {
    throw new Error(
      'The file is not in UTF-8. Save it as “CSV UTF-8” in the program that made it, then choose it again.',
      {
        cause,
      },
    );
  }
}

/** The API answers a dry run with what it has found, and any other import with a job. */
async function check(file: File): Promise<NumberImportCheck> {
  await assertText(file);
  const answer = await trunkline.numbers.import(file, { dry_run: true });
  if ('rows' in answer) return answer;
  throw new Error('The API has imported a file that was to be checked.');
}

async function start(file: File): Promise<string> {
  const answer = await trunkline.numbers.import(file);
  if ('id' in answer) return answer.id;
  throw new Error('The API has only checked a file that was to be imported.');
}

/** Labels, tags, notes and routes of many numbers from a file: checked first, then set by a job. */
export function ImportNumbers() {
  const mayChange = useMay()('numbers:write');
  const [file, setFile] = useState<File | null>(null);
  const checking = useMutation({ mutationFn: check });
  const navigate = useNavigate();
  const importing = useMutation({
    mutationFn: start,
    onSuccess: async (id) => {
      void refresh('number-jobs');
      await navigate({ to: '/numbers/jobs/$id', params: { id } });
    },
  });
  const choose = (chosen: File | null): void => {
    if (!chosen) return;
    setFile(chosen);
    importing.reset();
    checking.mutate(chosen);
  };
  return (
    <Page title="Import numbers" restricted={!mayChange && 'import numbers'}>
      <Panel title="File">
        <Stack gap="sm">
          <Text size="sm">
            A CSV file whose first line names its columns: e164, and one or more of label, tags, notes, trunk and
            routing_profile. An empty cell clears the value, and values without a column are kept. An exported CSV file
            can be edited and imported.
          </Text>
          <Group>
            <FileButton accept=".csv,text/csv" onChange={choose}>
              {(props) => (
                <Button variant={checking.data ? 'default' : 'filled'} loading={checking.isPending} {...props}>
                  Choose a CSV file
                </Button>
              )}
            </FileButton>
            {file && <Text size="sm">{file.name}</Text>}
          </Group>
          <Problem title="The file could not be checked" error={checking.error} />
          {checking.data && (
            <Checked
              result={checking.data}
              isStarting={importing.isPending}
              onImport={() => file && importing.mutate(file)}
            />
          )}
          <Problem title="The file could not be imported" error={importing.error} />
        </Stack>
      </Panel>
    </Page>
  );
}

interface CheckedProps {
  readonly result: NumberImportCheck;
  readonly isStarting: boolean;
  readonly onImport: () => void;
}

/** What the import would change, or why it cannot. */
function Checked({
  result: { rows, changes, ignored_columns, faults, fault_count },
  isStarting,
  onImport,
}: CheckedProps) {
  return (
    <Stack gap="sm">
      <Text size="sm" role="status">
        {/* Without valid columns, no line is read. */}
        {rows > 0 && `${counted(rows, 'line')}. `}
        {summaryOf(changes, fault_count)}
      </Text>
      {ignored_columns.length > 0 && (
        <Text size="sm" c="dimmed">
          An import does not change these columns: {ignored_columns.join(', ')}.
        </Text>
      )}
      {fault_count > 0 && (
        <Note state="bad" title={`${counted(fault_count, 'line')} must be corrected first`} role="status">
          <Bullets size="sm">
            {faults.slice(0, FAULTS_SHOWN).map(({ line, column, message }) => (
              <Bullets.Item key={line}>
                Line {line}: {column === '' ? message : `“${column}” ${message}.`}
              </Bullets.Item>
            ))}
          </Bullets>
        </Note>
      )}
      {fault_count === 0 && changes > 0 && (
        <Group>
          <Button loading={isStarting} onClick={onImport}>
            Change {counted(changes, 'number')}
          </Button>
        </Group>
      )}
    </Stack>
  );
}

function summaryOf(changes: number, faults: number): string {
  if (faults > 0) return 'Nothing is imported from a file with faults.';
  if (changes === 0) return 'All numbers are as the file has them.';
  return `${counted(changes, 'number')} will change.`;
}
