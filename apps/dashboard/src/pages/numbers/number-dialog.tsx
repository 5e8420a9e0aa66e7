import { NativeSelect, Stack } from '@mantine/core';
import type {
  ComplianceBundle,
  NumberSetComplianceBundleRequest,
  NumberUpdateRequest,
  PhoneNumber,
} from '@trunkline/client';
import type { ReactNode } from 'react';
import { usePhoneFormat } from '../../format/phone';
import { useMay } from '../../session/account';
import { trunkline } from '../../session/client';
import { Dialog } from '../../ui/dialogs/dialog';
import type { DialogProps } from '../../ui/dialogs/dialog-box';
import { StatusMark } from '../../ui/feedback/status-mark';
import { area } from '../../ui/forms/areas';
import { CopyField } from '../../ui/forms/copy-field';
import { EditForm } from '../../ui/forms/edit-form';
import type { FieldsFor } from '../../ui/forms/field-values';
import * as fields from '../../ui/forms/fields';
import { JsonBlock } from '../../ui/json-block';
import { ButtonLink } from '../../ui/links';
import { bundleOption } from '../documents/bundles/bundle-status';
import { isFor, isUsable } from '../documents/bundles/fitting';
import { useBundles } from '../documents/bundles/use-bundles';
import { UnreachableRoute } from '../trunks/unreachable-trunk';
import { NoRoutes } from './no-routes';
import { NOWHERE, routeTo, targetOf, useRouteOptions } from './routes';
import { LABEL_MAX, tags } from './tags-field';

interface FormProps {
  readonly number: PhoneNumber;
  readonly close: () => void;
}

const DIALOGS = {
  route: { title: (shown) => `Route of ${shown}`, content: (props) => <RouteForm {...props} /> },
  labels: { title: (shown) => `Label, tags and notes of ${shown}`, content: (props) => <LabelForm {...props} /> },
  bundle: { title: (shown) => `Bundle of ${shown}`, content: (props) => <BundleForm {...props} /> },
  api: { title: (shown) => `${shown} in the API`, content: ({ number }) => <InTheApi number={number} /> },
} satisfies Record<string, { title: (shown: string) => string; content: (props: FormProps) => ReactNode }>;

export type NumberDialogKind = keyof typeof DIALOGS;

interface Props extends Pick<DialogProps, 'opened' | 'onClose'> {
  readonly number: PhoneNumber;
  readonly kind: NumberDialogKind;
}

/** A form of a number, or what the API returns of it. */
export function NumberDialog({ number, kind, opened, onClose }: Props) {
  const grouped = usePhoneFormat();
  const { title, content } = DIALOGS[kind];
  return (
    <Dialog opened={opened} onClose={onClose} title={title(grouped(number.e164))}>
      {content({ number, close: onClose })}
    </Dialog>
  );
}

function InTheApi({ number }: { number: PhoneNumber }) {
  return (
    <Stack>
      <CopyField label="Request" value={`GET ${location.origin}/v1/numbers/${encodeURIComponent(number.e164)}`} />
      <JsonBlock label="Response" value={number} />
    </Stack>
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

/** Chooses where calls to a number go. */
function RouteForm({ number, close }: FormProps) {
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
  label: fields.optionalText('Label', { fault: fields.atMost(LABEL_MAX) }),
  tags: tags('Tags', { description: 'Separated by commas, such as for teams and cost centres.' }),
  notes: area('Notes', { maxLength: NOTES_MAX, maxRows: 8 }),
} satisfies FieldsFor<NumberUpdateRequest>;

/** Label, tags and notes of a number. */
function LabelForm({ number, close }: FormProps) {
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

const bundleFields = (bundles: readonly ComplianceBundle[]) =>
  ({
    compliance_bundle_id: {
      ...fields.picked(),
      draw: (input) => (
        <NativeSelect label="Bundle" data={[{ value: '', label: 'None' }, ...bundles.map(bundleOption)]} {...input} />
      ),
    },
  }) satisfies FieldsFor<NumberSetComplianceBundleRequest>;

/** Attaches another bundle to a number, or none. */
function BundleForm({ number, close }: FormProps) {
  const mayCreate = useMay()('compliance:write');
  const { bundles } = useBundles([number.country]);
  const { e164, country, number_type } = number;
  const usable = bundles.filter(
    (bundle) => isFor(bundle, number) && (isUsable(bundle) || bundle.id === number.compliance_bundle_id),
  );
  return (
    <EditForm
      fields={bundleFields(usable)}
      row={number}
      save={(_changes, options, body) => trunkline.numbers.setComplianceBundle(e164, body, options)}
      load={() => trunkline.numbers.get(e164)}
      reloads={['numbers', 'bundles', 'orders']}
      onSaved={close}
      label="Save the bundle"
      beside={
        mayCreate && (
          <ButtonLink to="/documents/bundles/new" search={{ country, type: number_type }} variant="subtle">
            Prepare a new bundle
          </ButtonLink>
        )
      }
    />
  );
}
