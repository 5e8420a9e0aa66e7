import { Button, Grid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { DashboardSummary, Page } from '@trunkline/client';
import { Check } from 'lucide-react';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { ButtonLink, TextLink } from '../../ui/links';
import { Panel } from '../../ui/layout/panel';
import { Path, type PathNode } from '../../ui/layout/path';
import classes from './first-steps.module.css';
import { useNewestNumbers } from './newest-numbers';
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
    hasNumber: numbers && numbers.length > 0,
    hasTrunk: useHas(['trunks'], may('sip_trunks:read'), (signal) => trunkline.sipTrunks.list(ONE, { signal })),
    hasRoute: numbers?.some(({ trunk_id, routing_profile_id }) => trunk_id !== null || routing_profile_id !== null),
    hasCall: recent_cdrs.length > 0,
    hasCard: useHas(['billing', 'cards'], may('billing:read'), (signal) =>
      trunkline.billing.paymentMethods.list(ONE, { signal }),
    ),
  };
}

interface Props {
  readonly summary: DashboardSummary;
  readonly hide: () => void;
}

/**
 * The way of a new account to its first answered call, in place of figures that say nothing yet. The user can hide it; the help
 * menu shows it again.
 */
export function FirstSteps({ summary, hide }: Props) {
  const facts = useFacts(summary);
  const steps = stepsOf(facts);
  const current = steps.find(({ isDone }) => !isDone);
  return (
    <Grid gap={40}>
      <Grid.Col span={12}>
        <CallPath {...facts} />
      </Grid.Col>
      <Panel
        title="Your first call, in five steps"
        span={8}
        aside={
          <Button size="compact-sm" variant="default" onClick={hide}>
            Hide
          </Button>
        }
      >
        <ol className={classes['steps']}>
          {steps.map((step, index) => (
            <Line key={step.title} step={step} order={index + 1} isCurrent={step === current} />
          ))}
        </ol>
      </Panel>
      <Panel title="What a call looks like here" span={4}>
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
          part('Number', hasNumber, ['Yours', 'Not chosen yet'], 'step 1'),
          part('Route', hasRoute, ['Set', 'Not set yet'], 'step 3'),
          part('Your PBX', hasTrunk, ['Trunk created', 'Not connected yet'], 'step 2'),
        ]}
      />
    </Panel>
  );
}

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

function Line({ step: { title, text, isDone, action, to, needs }, order, isCurrent }: LineProps) {
  const may = useMay();
  return (
    <li
      className={classes['step']}
      data-state={isDone ? 'done' : isCurrent ? 'now' : 'later'}
      {...(isCurrent && { 'aria-current': 'step' as const })}
    >
      <span className={classes['node']} aria-hidden>
        {isDone ? <Check size={13} strokeWidth={3} /> : order}
      </span>
      <Stack gap={4} align="start">
        <Text size="sm" fw={isCurrent ? 600 : 500}>
          {title}
          {isDone && (
            <Text span size="xs" c="dimmed" fw={400}>
              {' '}
              Done
            </Text>
          )}
        </Text>
        {!isDone && (
          <Text size="sm" c="dimmed" maw={560}>
            {text}
          </Text>
        )}
        {!isDone &&
          may(needs) &&
          (isCurrent ? (
            <ButtonLink to={to} size="sm" mt={4}>
              {action}
            </ButtonLink>
          ) : (
            <TextLink to={to} fz="xs">
              {action}
            </TextLink>
          ))}
      </Stack>
    </li>
  );
}
