import { NativeSelect, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Alarm, AlarmComparison, AlarmCreateRequest, AlarmMetric, AlarmUpdateRequest } from '@trunkline/client';
import { integerOf, withChosen } from '../../format/lists';
import { usePhoneFormat } from '../../format/phone';
import { trunkline } from '../../session/client';
import type { BodyOf, RowOf } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { useCountries } from '../call-log/countries';
import { useTrunkOptions } from '../numbers/routes';
import { useNumber } from '../numbers/use-number';
import { METRICS, UNITS } from './alarm-texts';
import { thresholdOf, thresholdText } from './thresholds';

const NUMBERS_MAX = 100;
const WINDOW_MIN = 5;
const WINDOW_MAX = 1_440;

const metricOf = (values: Readonly<Record<string, unknown>>): AlarmMetric => values['metric'] as AlarmMetric;

/** In the unit of the metric, which the label names. */
const threshold: fields.Field<string> = {
  empty: '',
  read: (member) => member,
  write: (value) => value,
  fault: (value, values) =>
    thresholdOf(metricOf(values), value) === null ? `Enter a number ${UNITS[metricOf(values)]}.` : null,
  draw: (input, control) =>
    fields
      .text(`Threshold, ${UNITS[metricOf(control.values)]}`, {
        inputMode: 'decimal',
        description: 'A value equal to the threshold raises no alarm.',
      })
      .draw(input, control),
};

const windowMinutes: fields.Field<string, number> = {
  ...fields.integer('Window, in minutes', {
    description: 'The alarm measures the calls that ended within it, once a minute.',
    fault: (value) => {
      const minutes = integerOf(value);
      return minutes === null || minutes < WINDOW_MIN || minutes > WINDOW_MAX
        ? `Enter ${WINDOW_MIN} to ${WINDOW_MAX} minutes.`
        : null;
    },
  }),
};

/** The fields of an alarm. Those of its scope stand beside the others. */
export const ALARM = {
  name: fields.name('Name', { description: 'Shown in mails.', placeholder: 'Calls to the office fail' }),
  metric: fields.choice<AlarmMetric>('What to measure', METRICS),
  comparison: fields.choice<AlarmComparison>('Raise the alarm when it is', {
    below: 'Below the threshold',
    above: 'Above the threshold',
  }),
  threshold,
  window_minutes: windowMinutes,
  min_calls: fields.integer('Calls at least', {
    description: 'With fewer calls in the window, the state does not change.',
  }),
  sip_trunk_id: fields.below(
    <Title order={3} fz="sm" mt="xs">
      Only these calls
    </Title>,
    { ...fields.picked(), draw: (input: fields.Input) => <TrunkSelect {...input} /> },
  ),
  number_id: { ...fields.picked(), draw: (input: fields.Input) => <NumberSelect {...input} /> },
  country: { ...fields.picked(), draw: (input: fields.Input) => <CountrySelect {...input} /> },
};
type Fields = typeof ALARM;

/** What a form of a new alarm begins with. */
export const NEW_ALARM: RowOf<Fields> = {
  metric: 'asr_pct',
  comparison: 'below',
  threshold: '40',
  window_minutes: 15,
  min_calls: 20,
};

const MINUTE = 60;

/** The members of an alarm that the form edits. */
export function rowOf({ name, metric, comparison, min_calls, scope, ...alarm }: Alarm): RowOf<Fields> {
  const { sip_trunk_id = null, number_id = null, country = null } = scope;
  const window_minutes = alarm.window_s / MINUTE;
  const shown = thresholdText(metric, alarm.threshold);
  return { name, metric, comparison, min_calls, threshold: shown, window_minutes, sip_trunk_id, number_id, country };
}

/** What the API takes of a new alarm. */
export function requestOf({
  window_minutes,
  sip_trunk_id,
  number_id,
  country,
  ...body
}: BodyOf<Fields>): AlarmCreateRequest {
  return {
    ...body,
    threshold: thresholdOf(body.metric, body.threshold) ?? 0,
    window_s: window_minutes * MINUTE,
    scope: {
      ...(sip_trunk_id !== null && { sip_trunk_id }),
      ...(number_id !== null && { number_id }),
      ...(country !== null && { country }),
    },
  };
}

/** What the API takes of a change. A threshold is sent with its metric, which has its unit, and a scope as a whole. */
export function changeOf(changes: Partial<BodyOf<Fields>>, body: BodyOf<Fields>): AlarmUpdateRequest {
  const { metric, threshold: amount, window_s, scope } = requestOf(body);
  const { name, comparison, min_calls } = changes;
  const isMeasured = changes.metric !== undefined || changes.threshold !== undefined;
  const isScoped = SCOPE.some((member) => changes[member] !== undefined);
  return {
    ...(name !== undefined && { name }),
    ...(comparison !== undefined && { comparison }),
    ...(min_calls !== undefined && { min_calls }),
    ...(isMeasured && { metric, threshold: amount }),
    ...(changes.window_minutes !== undefined && { window_s }),
    ...(isScoped && { scope }),
  };
}

const SCOPE = ['sip_trunk_id', 'number_id', 'country'] as const;

function TrunkSelect(input: fields.Input) {
  const trunks = useTrunkOptions(input.value ?? '');
  return <NativeSelect label="SIP trunk" data={[{ value: '', label: 'All trunks' }, ...trunks]} {...input} />;
}

function NumberSelect(input: fields.Input) {
  const { value = '' } = input;
  const grouped = usePhoneFormat();
  const chosen = useNumber(value);
  const { data } = useQuery({
    queryKey: ['numbers', 'of-alarms'],
    queryFn: async ({ signal }) => trunkline.numbers.list({ status: ['active'], limit: NUMBERS_MAX }, { signal }),
  });
  const numbers = data?.items.map(({ id, e164 }) => ({ value: id, label: grouped(e164) })) ?? [];
  return (
    <NativeSelect
      label="Number"
      data={[{ value: '', label: 'All numbers' }, ...withChosen(numbers, value, chosen ? grouped(chosen.e164) : value)]}
      {...input}
      {...(data?.next_cursor && { description: `Lists the newest ${NUMBERS_MAX} numbers.` })}
    />
  );
}

function CountrySelect(input: fields.Input) {
  const countries = useCountries();
  return (
    <NativeSelect
      label="Country of the other party"
      data={[{ value: '', label: 'All countries' }, ...countries]}
      {...input}
    />
  );
}
