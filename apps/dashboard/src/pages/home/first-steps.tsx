import { Grid, Group, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DashboardSummary, Page } from '@trunkline/client';
import { Check } from 'lucide-react';
import { ZoneNote } from '../../format/moment';
import { usePhoneFormat } from '../../format/phone';
import { useAccount, useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ActionMenu } from '../../ui/dialogs/action-menu';
import { DocsLink } from '../../ui/docs-link';
import { CodeBlock } from '../../ui/json-block';
import { ButtonLink, TextLink } from '../../ui/links';
import { Panel } from '../../ui/layout/panel';
import { Path, type PathNode } from '../../ui/layout/path';
import classes from './first-steps.module.css';
import { useNewestNumbers } from './newest-numbers';
import { Offers } from './offers';
import { type Facts, type Step, stepsOf } from './steps';

/** How often what the system sees is read again, such as a trunk that was created in another tab. */
const POLL_MS = 30_000;
const ONE = { limit: 1 } as const;

/** Whether a list has an item; undefined until that is known, and where the user may not read it. */
function useHas(key: readonly string[], mayRead: boolean, load: (signal: AbortSignal) => PromiseLike<Page<unknown>>) {
  const { data } = useQuery({
    queryKey: [...key, 'first-steps'],
    queryFn: async ({ signal }) => load(signal),
    enabled: mayRead,
    refetchInterval: POLL_MS,
  });
  return data && data.items.length > 0;
}

function useFacts({ recent_cdrs }: DashboardSummary): Facts {
  const may = useMay();
  const numbers = useNewestNumbers().data?.items;
  return {
    hasEmail: useAccount().user?.email_verified,
    hasNumber: numbers && numbers.length > 0,
    hasTrunk: useHas(['trunks'], may('sip_trunks:read'), (signal) => trunkline.sipTrunks.list(ONE, { signal })),
    hasRoute: numbers?.some(({ trunk_id, routing_profile_id }) => trunk_id !== null || routing_profile_id !== null),
    hasCall: recent_cdrs.length > 0,
  };
}

/** Hides the first steps. The help menu shows them again. */
export const FirstStepsMenu = ({ hide }: { hide: () => void }) => (
  <ActionMenu actions={[{ label: 'Hide the first steps', choose: hide }]} />
);

/** The way of a new account to its first answered call, in place of figures that say nothing yet. */
export function FirstSteps({ summary }: { summary: DashboardSummary }) {
  const may = useMay();
  const facts = useFacts(summary);
  const steps = stepsOf(facts);
  const current = steps.find(({ isDone }) => !isDone);
  return (
    <Grid gap={40}>
      <Grid.Col span={12}>
        <CallPath {...facts} />
      </Grid.Col>
      <Panel span={8}>
        <ol className={classes['steps']}>
          {steps.map((step, index) => (
            <Line key={step.title} step={step} order={index + 1} isCurrent={step === current} />
          ))}
        </ol>
        <Group gap="0 8px">
          <ZoneNote />
          {may('account:write') && (
            <TextLink to="/settings/profile" fz="sm">
              Change it in Settings
            </TextLink>
          )}
        </Group>
      </Panel>
      <Grid.Col span={{ base: 12, md: 4 }}>
        <Stack gap={40}>
          <Panel title="What a call looks like here">
            <ol className={classes['sample']}>
              {SAMPLE.map(([what, when]) => (
                <li key={what}>
                  {what}
                  <small>{when}</small>
                </li>
              ))}
            </ol>
            <Text size="xs" c="dimmed" mt="sm">
              A sample. Each of your calls has such a page.
            </Text>
          </Panel>
          <Panel title="Or by API" aside={<DocsLink page="api-keys">Your first call</DocsLink>}>
            <CodeBlock label="Order a number" text={REQUEST} />
          </Panel>
        </Stack>
      </Grid.Col>
    </Grid>
  );
}

/** The way of a call, of which the parts that are missing are dashed. */
function CallPath({ hasNumber, hasTrunk, hasRoute }: Facts) {
  const part = (
    kind: string,
    isThere: boolean | undefined,
    [there, missing]: [string, string],
    note: string,
  ): PathNode => (isThere ? { kind, name: there } : { kind, name: missing, note, state: 'off' });
  return (
    <Panel tinted>
      <Path
        label="What happens to a call"
        nodes={[
          { kind: 'Callers', name: 'Anyone', note: 'calls your number' },
          part('Number', hasNumber, ['Yours', 'Not chosen yet'], 'step 2'),
          part('Route', hasRoute, ['Set', 'Not set yet'], 'step 4'),
          part('Your PBX', hasTrunk, ['Trunk created', 'Not connected yet'], 'step 3'),
        ]}
      />
    </Panel>
  );
}

/** The API key is the caller's own, so it stays a variable of the shell. */
const REQUEST = `curl ${location.origin}/v1/numbers \\
  -H "Authorization: Bearer $TRUNKLINE_API_KEY" \\
  -H "Idempotency-Key: $(uuidgen)" \\
  -H "Content-Type: application/json" \\
  -d '{ "country": "US", "type": "geographic" }'`;

const SAMPLE = [
  ['Call from +1 415 555 0142', '15:40:02.110'],
  ['Number found, route Front desk', '+6 ms'],
  ['Offered to pbx.example.com', '+9 ms'],
  ['Answered, talked 4:07', '+6.2 s'],
  ['Charged $0.02: 5 min × $0.0040', '+4 min 14 s'],
] as const;

interface LineProps {
  readonly step: Step;
  readonly order: number;
  readonly isCurrent: boolean;
}

function Line({ step, order, isCurrent }: LineProps) {
  const { title, text, isDone, needs } = step;
  const may = useMay();
  const { user } = useAccount();
  const done = step.name === 'email' && user ? user.email : 'Done';
  return (
    <li
      className={classes['step']}
      data-state={isDone ? 'done' : isCurrent ? 'now' : 'later'}
      {...(isCurrent && { 'aria-current': 'step' as const })}
    >
      <span className={classes['node']} aria-hidden>
        {isDone ? <Check size={13} strokeWidth={3} /> : order}
      </span>
      <Stack gap={4} miw={0}>
        <Title order={2} size="h3">
          {title}
        </Title>
        <Text size="sm" c="dimmed" maw={560}>
          {isDone ? done : text}
        </Text>
        {isCurrent && (needs === undefined || may(needs)) && (
          <Stack gap="sm" mt={4} align="stretch">
            <Choices name={step.name} />
          </Stack>
        )}
      </Stack>
    </li>
  );
}

/** What can be done about the current step. */
function Choices({ name }: Pick<Step, 'name'>) {
  const grouped = usePhoneFormat();
  const number = useNewestNumbers().data?.items[0];
  switch (name) {
    case 'email':
      return null;
    case 'number':
      return <Offers />;
    case 'trunk':
      return (
        <div>
          <ButtonLink to="/trunks">Create a trunk</ButtonLink>
        </div>
      );
    case 'route':
    case 'call':
      return (
        number && (
          <div>
            <ButtonLink to="/numbers/$e164" params={{ e164: number.e164 }}>
              {name === 'route' ? `Route ${grouped(number.e164)}` : `Open ${grouped(number.e164)}`}
            </ButtonLink>
          </div>
        )
      );
  }
}
