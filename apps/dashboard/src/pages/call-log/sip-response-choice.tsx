import * as more from '../../ui/tables/more-filters';
import type { FilterInput } from '../../ui/tables/use-filters';
import { SIP_RESPONSES } from '../calls/sip-responses';

const OPTIONS = Object.entries(SIP_RESPONSES).map(([value, phrase]) => ({ value, label: `${value} ${phrase}` }));

/** SIP responses by code and phrase. Others of the address can be removed. */
export const SipResponseChoice = ({ value, change }: Pick<FilterInput, 'value' | 'change'>) => (
  <more.Several label="SIP responses" options={OPTIONS} value={value} onChange={change} />
);
