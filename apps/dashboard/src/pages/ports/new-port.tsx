import { Button, FileButton, Group, List as Bullets, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { PortCheck, PortRequest } from '@trunkline/client';
import { useState } from 'react';
import { format } from '../../format';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { refresh } from '../../session/refresh';
import { TextLink } from '../../ui/links';
import { Note } from '../../ui/feedback/note';
import { Page } from '../../ui/layout/page';
import { Panel } from '../../ui/layout/panel';
import { Problem } from '../../ui/feedback/problem';
import { ChecksTable } from './checks-table';
import { importPorts, type ImportedPorts } from './import-ports';
import { numbersOf } from './numbers-of';

/** What the API checks, and takes into a request, at once. */
const CHECKED_AT_ONCE = 100;
const NUMBERS_MAX = 1000;

const chunksOf = <T,>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_chunk, at) => items.slice(at * size, (at + 1) * size));

/** Numbers to port: pasted or uploaded, checked, and turned into a draft per country. */
export function NewPort() {
  const mayChange = useMay()('numbers:write');
  return (
    <Page title="Port numbers in" restricted={!mayChange && 'port numbers'}>
      <Paste />
      <Import />
    </Page>
  );
}

async function check(e164s: readonly string[]): Promise<readonly PortCheck[]> {
  const checks: PortCheck[] = [];
  for (const chunk of chunksOf(e164s, CHECKED_AT_ONCE)) {
    checks.push(...(await trunkline.porting.check({ e164s: chunk })).items);
  }
  return checks;
}

/** A draft for each country, and for each thousand numbers of it. */
async function create(checks: readonly PortCheck[]): Promise<readonly PortRequest[]> {
  const portable = checks.filter((each) => each.portable === true);
  const countries = [...new Set(portable.map(({ country }) => country))];
  const groups = countries.flatMap((country) =>
    chunksOf(
      portable.filter((each) => each.country === country),
      NUMBERS_MAX,
    ),
  );
  const created: PortRequest[] = [];
  for (const group of groups) {
    const carriers = new Set(group.map(({ losing_carrier }) => losing_carrier));
    const [losing_carrier = null] = carriers.size === 1 ? carriers : [];
    created.push(await trunkline.porting.requests.create({ e164s: group.map(({ e164 }) => e164), losing_carrier }));
  }
  return created;
}

function Paste() {
  const [text, setText] = useState('');
  const { e164s, faults } = numbersOf(text);
  const checking = useMutation({ mutationFn: () => check(e164s) });
  const change = (next: string): void => {
    setText(next);
    checking.reset();
  };
  return (
    <Panel title="Numbers">
      <Stack gap="sm">
        <Textarea
          label="Numbers at the other carrier"
          description="In international form, one per line or separated by commas."
          placeholder="+49 30 12345678"
          autosize
          minRows={4}
          maxRows={14}
          value={text}
          onChange={(event) => change(event.currentTarget.value)}
        />
        {faults.length > 0 && (
          <Note state="warn" role="status">
            <Text size="sm">
              Not a number in international form: {faults.slice(0, 5).join(', ')}
              {faults.length > 5 && ` and ${format.count(faults.length - 5)} more`}
            </Text>
          </Note>
        )}
        <Problem title="The numbers could not be checked" error={checking.error} />
        <Group>
          <Button
            variant={checking.data ? 'default' : 'filled'}
            loading={checking.isPending}
            disabled={e164s.length === 0}
            onClick={() => checking.mutate()}
          >
            {e164s.length === 0
              ? 'Check the numbers'
              : `Check ${format.count(e164s.length)} ${e164s.length === 1 ? 'number' : 'numbers'}`}
          </Button>
        </Group>
        {checking.data && <Checked checks={checking.data} />}
      </Stack>
    </Panel>
  );
}

/** The checks in place, and the way on for those that can be ported. */
function Checked({ checks }: { checks: readonly PortCheck[] }) {
  const navigate = useNavigate();
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const kept = checks.filter(({ e164 }) => !left.has(e164));
  const portable = kept.filter((each) => each.portable === true);
  const creating = useMutation({
    mutationFn: () => create(kept),
    onSuccess: async (created) => {
      await refresh('ports');
      const [first, ...others] = created;
      if (first && others.length === 0) await navigate({ to: '/numbers/ports/$id', params: { id: first.id } });
      else await navigate({ to: '/numbers/ports' });
    },
  });
  const countries = new Set(portable.map(({ country }) => country)).size;
  return (
    <Stack gap="sm">
      <ChecksTable checks={kept} leaveOut={(e164) => setLeft((before) => new Set([...before, e164]))} />
      <Text size="sm" role="status">
        {summaryOf(portable.length, kept.length, countries)}
      </Text>
      <Problem title="The port could not be created" error={creating.error} />
      <Group>
        <Button loading={creating.isPending} disabled={portable.length === 0} onClick={() => creating.mutate()}>
          {countries > 1 ? `Create ${format.count(countries)} drafts` : 'Create the draft'}
        </Button>
        <Text size="xs" c="dimmed">
          Nothing is submitted yet. The carrier, documents and route follow.
        </Text>
      </Group>
    </Stack>
  );
}

function summaryOf(portable: number, all: number, countries: number): string {
  if (portable === 0) return 'None of these numbers can be ported.';
  const numbers = portable === all ? `All ${format.count(all)}` : `${format.count(portable)} of ${format.count(all)}`;
  const rest = portable === all ? '' : ' The others are left out.';
  return `${numbers} can be ported.${rest}${countries > 1 ? ' Each country is a port of its own.' : ''}`;
}

/** The export of another carrier's console. */
function Import() {
  const importing = useMutation({ mutationFn: importPorts, onSuccess: () => refresh('ports') });
  return (
    <Panel title="Or upload a file">
      <Stack gap="sm">
        <Text size="sm">
          An export of your numbers from Twilio, Telnyx or DIDWW, or a CSV file with a column e164. A draft is created
          for each country.
        </Text>
        <Group>
          <FileButton accept=".csv,text/csv" onChange={(file) => file && importing.mutate(file)}>
            {(props) => (
              <Button variant="default" loading={importing.isPending} {...props}>
                Choose a CSV file
              </Button>
            )}
          </FileButton>
        </Group>
        <Problem title="The file could not be imported" error={importing.error} />
        {importing.data && <Imported result={importing.data} />}
      </Stack>
    </Panel>
  );
}

const FAULTS_SHOWN = 20;

function Imported({ result: { items, faults, fault_count } }: { result: ImportedPorts }) {
  return (
    <Stack gap="xs" role="status">
      {items.map(({ id, country, numbers }) => (
        <TextLink key={id} to="/numbers/ports/$id" params={{ id }}>
          {format.country(country)}: {format.count(numbers.length)} {numbers.length === 1 ? 'number' : 'numbers'}
        </TextLink>
      ))}
      {items.length === 0 && <Text size="sm">No draft was created.</Text>}
      {fault_count > 0 && (
        <Note
          state="warn"
          title={`${format.count(fault_count)} ${fault_count === 1 ? 'line was' : 'lines were'} left out`}
        >
          <Bullets size="sm">
            {faults.slice(0, FAULTS_SHOWN).map(({ line, message }) => (
              <Bullets.Item key={line}>
                Line {line}: {message}
              </Bullets.Item>
            ))}
          </Bullets>
        </Note>
      )}
    </Stack>
  );
}
