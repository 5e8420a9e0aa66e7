import { NativeSelect, Stack } from '@mantine/core';
import type { NumberUpdateRequest, PhoneNumber } from '@trunkline/client';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import { area } from '../../ui/forms/areas';
import * as fields from '../../ui/forms/fields';
import { StatusMark } from '../../ui/feedback/status-mark';
import { Panel } from '../../ui/layout/panel';
import { UnreachableRoute } from '../trunks/unreachable-trunk';
import { NoRoutes } from './no-routes';
import { NumberPath } from './path/number-path';
import { NOWHERE, routeTo, targetOf, useRouteOptions } from './routes';
import { tags } from './tags-field';
import { TrunkForNumber } from './trunk-for-number';

/** Where calls to a number go, and in an account that has no route yet, how to create one. */
export function NumberRouting({ number }: { number: PhoneNumber }) {
  const may = useMay();
  if (!may('sip_trunks:read') || !may('routing:read')) return null;
  return (
    <Panel title="Routing" tinted>
      <Stack gap="lg">
        <NumberPath number={number} />
        <UnreachableRoute target={targetOf(number)} />
        {may('numbers:write') && number.status !== 'released' && <TrunkForNumber e164={number.e164} />}
      </Stack>
    </Panel>
  );
}

const ROUTE = {
  target: {
    ...fields.text(''),
    draw: (input: fields.Input) => <RouteSelect {...input} />,
  },
};

function RouteSelect(props: fields.Input) {
  const { value = '' } = props;
  return (
    <>
      <NativeSelect label="Incoming calls go to" data={useRouteOptions(value)} {...props} />
      {value === NOWHERE ? (
        <StatusMark state="warn" text="Callers hear that the number is not available." />
      ) : (
        <UnreachableRoute target={value} />
      )}
      <NoRoutes />
    </>
  );
}

interface FormProps {
  readonly number: PhoneNumber;
  readonly close: () => void;
}

/** Chooses where calls to a number go. */
export function RouteForm({ number, close }: FormProps) {
  const { e164 } = number;
  return (
    <EditForm<PhoneNumber, typeof ROUTE>
      fields={ROUTE}
      row={number}
      of={(row) => ({ target: targetOf(row) })}
      save={(_changes, options, { target }) => trunkline.numbers.route(e164, routeTo(target), options)}
      load={() => trunkline.numbers.get(e164)}
      reloads={['numbers']}
      onSaved={close}
      label="Save the route"
    />
  );
}

const NOTES_MAX = 2_000;

const LABELS = {
  label: fields.optionalText('Label'),
  tags: tags('Tags', { description: 'Separated by commas, such as for teams and cost centres.' }),
  notes: area('Notes', { maxLength: NOTES_MAX, maxRows: 8 }),
} satisfies FieldsFor<NumberUpdateRequest>;

/** Label, tags and notes of a number. */
export function LabelForm({ number, close }: FormProps) {
  const { e164 } = number;
  return (
    <EditForm
      fields={LABELS}
      row={number}
      save={(changes, options) => trunkline.numbers.update(e164, changes, options)}
      load={() => trunkline.numbers.get(e164)}
      reloads={['numbers']}
      onSaved={close}
    />
  );
}
