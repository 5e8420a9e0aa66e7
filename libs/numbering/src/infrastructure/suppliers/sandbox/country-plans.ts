import { GEOGRAPHIC_AREAS } from './areas';
import { type CountryOffers, type Terms, geographic, inum, mobile, national, ranges, tollfree } from './offer';
import type { Capability } from './plan-types';

const VOICE: readonly Capability[] = ['voice'];
const VOICE_FAX: readonly Capability[] = ['voice', 'fax', 't38'];
const VOICE_FAX_EMERGENCY: readonly Capability[] = [...VOICE_FAX, 'emergency'];
const VOICE_SMS: readonly Capability[] = ['voice', 'sms'];
const NANP_LOCAL: readonly Capability[] = ['voice', 'sms', 'mms', 'fax', 't38', 'emergency'];
const { US, CA, GB, DE, FR, NL, ES, IT, AU, BR, IN, JP, AT, CH, PL, SE, IE } = GEOGRAPHIC_AREAS;
const { BE, FI, DK, NO, PT, CZ, RO, HU, GR, NZ, MX, CL, ZA, IL, SG, HK } = GEOGRAPHIC_AREAS;

/** North America shares its toll-free codes: each country sells its own part, so that no number is sold twice. */
const NANP_TOLL_FREE = '800 833 844 855 866 877 888';

const UAN: Terms = { metadataTypes: ['UAN'] };
const VOIP: Terms = { metadataTypes: ['VOIP'] };
const NATIONAL_REACH: Terms = { restrictions: ['nationalReach'] };

/**
 * Adding a country is adding a row here, and its areas in `areas.ts`.
 * Prices and rules are plausible, not any carrier's; they are no legal advice.
 */
export const COUNTRY_OFFERS: readonly CountryOffers[] = [
  {
    country: 'US',
    name: 'United States',
    callingCode: '1',
    offers: [
      geographic(NANP_LOCAL, US, [100, 0, 'nothing'], { restrictions: ['localMessaging'] }),
      tollfree(['voice', 'sms', 'mms', 'fax', 't38'], ranges(10, NANP_TOLL_FREE, '[2-46][02-9]'), [200, 0, 'nothing'], {
        restrictions: ['tollFreeMessaging'],
      }),
    ],
  },
  {
    country: 'CA',
    name: 'Canada',
    callingCode: '1',
    offers: [
      geographic(NANP_LOCAL, CA, [100, 0, 'nothing']),
      tollfree(['voice', 'sms', 'fax', 't38'], ranges(10, NANP_TOLL_FREE, '[78][02-9]'), [250, 0, 'nothing'], {
        restrictions: ['tollFreeMessaging'],
      }),
    ],
  },
  {
    country: 'GB',
    name: 'United Kingdom',
    callingCode: '44',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, GB, [100, 0, 'nothing']),
      national(VOICE_FAX, ranges(10, '330 333 370'), [100, 0, 'nothing'], UAN),
      mobile(VOICE_SMS, ranges(10, '7411 7520 7723 7915'), [150, 0, 'addressAnywhere']),
      tollfree(VOICE_FAX, ranges(10, '800 808', '[1-9]'), [300, 0, 'nothing'], NATIONAL_REACH),
    ],
  },
  {
    country: 'DE',
    name: 'Germany',
    callingCode: '49',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, DE, [120, 0, 'addressInArea'], { extraFields: ['dateOfBirth'] }),
      // 032 serves the whole country, yet the metadata counts it among the fixed lines.
      national(VOICE_FAX, ranges(11, '32', '[12]'), [150, 0, 'addressInCountry'], {
        extraFields: ['dateOfBirth'],
        metadataTypes: ['FIXED_LINE'],
      }),
      mobile(VOICE_SMS, ranges(11, '1511 1520 1573', '[2-8]'), [500, 100, 'addressInCountry'], {
        extraFields: ['dateOfBirth'],
      }),
      tollfree(VOICE, ranges(10, '800', '[1-9]'), [1000, 2500, 'businessInCountry'], NATIONAL_REACH),
    ],
  },
  {
    country: 'FR',
    name: 'France',
    callingCode: '33',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, FR, [120, 0, 'addressInArea']),
      national(VOICE_FAX, ranges(9, '970 972 974'), [100, 0, 'addressInCountry'], VOIP),
      mobile(VOICE_SMS, ranges(9, '75 76 77'), [600, 100, 'businessInCountry'], {
        restrictions: ['noAutomatedCalls'],
      }),
      tollfree(VOICE, ranges(9, '800 801 805'), [1500, 2000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'NL',
    name: 'Netherlands',
    callingCode: '31',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, NL, [120, 0, 'addressInArea']),
      national(VOICE_FAX, ranges(9, '85 91', '[02-8]'), [100, 0, 'addressAnywhere'], VOIP),
      mobile(VOICE_SMS, ranges(9, '61 62 63 64 65', '[02-8]'), [400, 0, 'addressAnywhere']),
      tollfree(VOICE, ranges(10, '800', '[02-8]'), [1500, 1500, 'businessAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'ES',
    name: 'Spain',
    callingCode: '34',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, ES, [150, 0, 'addressInArea'], { extraFields: ['taxId'] }),
      mobile(VOICE_SMS, ranges(9, '60 62 64 72'), [700, 100, 'businessInCountry'], {
        extraFields: ['taxId'],
      }),
      tollfree(VOICE, ranges(9, '800 900', '[2-8]'), [1500, 1500, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'IT',
    name: 'Italy',
    callingCode: '39',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, IT, [150, 0, 'addressInArea'], { extraFields: ['taxId'] }),
      national(VOICE_FAX, ranges(10, '55', '[1-9]'), [150, 0, 'addressInCountry'], VOIP),
      mobile(VOICE_SMS, ranges(10, '320 328 333 347 351'), [900, 200, 'businessInCountry'], {
        extraFields: ['taxId'],
      }),
      tollfree(VOICE, ranges(9, '800', '[1-9]'), [1500, 1500, 'addressInCountry'], NATIONAL_REACH),
    ],
  },
  {
    country: 'AU',
    name: 'Australia',
    callingCode: '61',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, AU, [200, 0, 'addressAnywhere']),
      national(VOICE, ranges(10, '1300', '[1-9]'), [1500, 0, 'businessInCountry'], {
        restrictions: ['nationalReach'],
        metadataTypes: ['SHARED_COST'],
      }),
      mobile(VOICE_SMS, ranges(9, '40 41 42 43', '[0-6]'), [600, 0, 'addressInCountry']),
      tollfree(VOICE, ranges(10, '1800', '[1-9]'), [1600, 0, 'businessInCountry'], NATIONAL_REACH),
    ],
  },
  {
    country: 'BR',
    name: 'Brazil',
    callingCode: '55',
    offers: [
      geographic(VOICE_FAX, BR, [425, 0, 'addressInCountry'], { extraFields: ['taxId'] }),
      mobile(VOICE_SMS, { ...BR, length: 11, lead: '9[6-9]' }, [900, 200, 'businessInCountry'], {
        extraFields: ['taxId'],
      }),
      tollfree(VOICE, ranges(10, '800'), [2500, 1500, 'businessInCountry'], {
        restrictions: ['nationalReach'],
        extraFields: ['taxId'],
      }),
    ],
  },
  {
    country: 'IN',
    name: 'India',
    callingCode: '91',
    offers: [
      geographic(VOICE, IN, [1200, 2000, 'businessInArea'], {
        restrictions: ['inboundOnly'],
        extraFields: ['taxId', 'usage'],
      }),
      tollfree(VOICE, ranges(11, '1800'), [2500, 5000, 'businessInCountry'], {
        restrictions: ['nationalReach'],
        extraFields: ['taxId', 'usage'],
      }),
    ],
  },
  {
    country: 'JP',
    name: 'Japan',
    callingCode: '81',
    offers: [
      geographic(VOICE_FAX, JP, [450, 0, 'businessInArea']),
      national(VOICE_FAX, ranges(10, '50', '[1-9]'), [450, 0, 'businessInCountry'], {
        extraFields: ['usage'],
        ...VOIP,
      }),
      tollfree(VOICE, ranges(9, '120'), [2500, 0, 'businessInCountry'], NATIONAL_REACH),
    ],
  },
  {
    country: 'AT',
    name: 'Austria',
    callingCode: '43',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, AT, [150, 0, 'addressInArea']),
      national(VOICE_FAX, ranges(9, '720', '[1-9]'), [150, 0, 'addressInCountry'], VOIP),
      mobile(VOICE_SMS, ranges(10, '660 664 676', '[1-9]'), [900, 200, 'addressInCountry']),
      tollfree(VOICE, ranges(9, '800', '[1-9]'), [1500, 1500, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'CH',
    name: 'Switzerland',
    callingCode: '41',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, CH, [150, 0, 'addressInCountry']),
      mobile(VOICE_SMS, ranges(9, '76 78 79', '[2-8]'), [800, 200, 'addressInCountry']),
      tollfree(VOICE, ranges(9, '800', '[1-8]'), [2000, 1500, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'PL',
    name: 'Poland',
    callingCode: '48',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, PL, [100, 0, 'addressInArea']),
      national(VOICE_FAX, ranges(9, '39', '[1-9]'), [100, 0, 'addressInCountry'], VOIP),
      mobile(VOICE_SMS, ranges(9, '53 57 73 79', '[1-8]'), [400, 0, 'addressInCountry']),
      tollfree(VOICE, ranges(9, '800', '[1-8]'), [1500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'SE',
    name: 'Sweden',
    callingCode: '46',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, SE, [100, 0, 'addressAnywhere']),
      national(VOICE_FAX, ranges(9, '10', '[1-8]'), [100, 0, 'addressAnywhere'], UAN),
      mobile(VOICE_SMS, ranges(9, '70 72 73 76', '[1-8]'), [300, 0, 'addressAnywhere']),
      tollfree(VOICE, ranges(8, '20', '[1-9]'), [1500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'IE',
    name: 'Ireland',
    callingCode: '353',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, IE, [120, 0, 'addressInArea']),
      national(VOICE_FAX, ranges(9, '818', '[1-9]'), [200, 0, 'addressInCountry'], UAN),
      mobile(VOICE_SMS, ranges(9, '83 85 86 87', '[1-46-9]'), [500, 100, 'addressInCountry']),
      tollfree(VOICE, ranges(10, '1800', '[1-9]'), [1500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'BE',
    name: 'Belgium',
    callingCode: '32',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, BE, [100, 0, 'addressInArea']),
      national(VOICE_FAX, ranges(8, '7815 7848 7877'), [200, 0, 'addressAnywhere'], UAN),
      mobile(VOICE_SMS, ranges(9, '468 473 485 495'), [300, 0, 'addressAnywhere']),
      tollfree(VOICE, ranges(8, '800', '[1-9]'), [1500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'FI',
    name: 'Finland',
    callingCode: '358',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, FI, [200, 0, 'addressInArea']),
      national(VOICE_FAX, ranges(9, '10 29', '[2-8]'), [300, 0, 'businessAnywhere'], UAN),
      mobile(VOICE_SMS, ranges(9, '40 45 50', '[1-8]'), [300, 0, 'addressAnywhere']),
      tollfree(VOICE, ranges(9, '800', '[1-9]'), [2000, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'DK',
    name: 'Denmark',
    callingCode: '45',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, DK, [100, 0, 'addressAnywhere']),
      mobile(VOICE_SMS, ranges(8, '42 52 91', '[1-9]'), [300, 0, 'addressAnywhere']),
      tollfree(VOICE, ranges(8, '80', '[1-8]'), [1500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'NO',
    name: 'Norway',
    callingCode: '47',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, NO, [150, 0, 'addressInCountry']),
      national(VOICE_FAX, ranges(8, '85', '[0-5]'), [150, 0, 'addressInCountry'], VOIP),
      mobile(VOICE_SMS, ranges(8, '41 46 90 97', '[1-8]'), [500, 100, 'addressInCountry']),
      tollfree(VOICE, ranges(8, '800', '[1-9]'), [1500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'PT',
    name: 'Portugal',
    callingCode: '351',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, PT, [120, 0, 'addressInArea'], { extraFields: ['taxId'] }),
      national(VOICE_FAX, ranges(9, '30', '[0-9]'), [120, 0, 'addressInCountry'], VOIP),
      mobile(VOICE_SMS, ranges(9, '91 93 96', '[1-8]'), [600, 100, 'addressInCountry']),
      tollfree(VOICE, ranges(9, '800', '[1-9]'), [1500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'CZ',
    name: 'Czechia',
    callingCode: '420',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, CZ, [100, 0, 'addressAnywhere']),
      national(VOICE_FAX, ranges(9, '910', '[1-9]'), [100, 0, 'addressAnywhere'], VOIP),
      mobile(VOICE_SMS, ranges(9, '602 608 720 770', '[1-9]'), [500, 0, 'addressInCountry']),
      tollfree(VOICE, ranges(9, '800', '[1-9]'), [1500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'RO',
    name: 'Romania',
    callingCode: '40',
    offers: [
      geographic(VOICE_FAX, RO, [120, 0, 'addressInCountry']),
      national(VOICE_FAX, ranges(9, '37', '[2-8]'), [120, 0, 'addressInCountry'], UAN),
      mobile(VOICE_SMS, ranges(9, '72 74 75', '[2-8]'), [500, 0, 'addressInCountry']),
      tollfree(VOICE, ranges(9, '800', '[1-9]'), [1500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'HU',
    name: 'Hungary',
    callingCode: '36',
    offers: [
      geographic(VOICE_FAX, HU, [120, 0, 'addressInArea']),
      national(VOICE_FAX, ranges(9, '21', '[2-8]'), [120, 0, 'addressInCountry'], VOIP),
      mobile(VOICE_SMS, ranges(9, '20 30 70', '[2-8]'), [600, 100, 'addressInCountry']),
      tollfree(VOICE, ranges(8, '80', '[2-6]'), [1500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'GR',
    name: 'Greece',
    callingCode: '30',
    offers: [
      geographic(VOICE_FAX, GR, [200, 0, 'addressInArea'], { extraFields: ['taxId'] }),
      mobile(VOICE_SMS, ranges(10, '690 694 697', '[1-9]'), [900, 200, 'addressInCountry']),
      tollfree(VOICE, ranges(10, '800', '[1-9]'), [2000, 1500, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'NZ',
    name: 'New Zealand',
    callingCode: '64',
    offers: [
      geographic(VOICE_FAX_EMERGENCY, NZ, [250, 0, 'addressAnywhere']),
      mobile(VOICE_SMS, ranges(9, '21 22 27', '[1-9]'), [900, 200, 'addressInCountry']),
      tollfree(VOICE, ranges(9, '800 508', '[1-9]'), [2000, 1500, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'MX',
    name: 'Mexico',
    callingCode: '52',
    offers: [
      geographic(['voice', 'sms', 'fax', 't38'], MX, [350, 0, 'addressAnywhere']),
      tollfree(VOICE, ranges(10, '800', '[1-9]'), [2500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'CL',
    name: 'Chile',
    callingCode: '56',
    offers: [
      geographic(VOICE_FAX, CL, [400, 0, 'addressInCountry'], { extraFields: ['taxId'] }),
      national(VOICE_FAX, ranges(9, '44', '[2-8]'), [400, 0, 'addressInCountry'], VOIP),
      mobile(VOICE_SMS, ranges(9, '92 94 95 98', '[1-9]'), [900, 200, 'addressInCountry']),
      tollfree(VOICE, ranges(9, '800', '[2-8]'), [2500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'ZA',
    name: 'South Africa',
    callingCode: '27',
    offers: [
      geographic(VOICE_FAX, ZA, [300, 0, 'addressInArea']),
      national(VOICE_FAX, ranges(9, '87', '[4-9]'), [200, 0, 'addressAnywhere'], VOIP),
      mobile(VOICE_SMS, ranges(9, '71 82 83', '[2-8]'), [900, 200, 'addressInCountry']),
      tollfree(VOICE, ranges(9, '800', '[1-9]'), [2500, 1000, 'addressInCountry'], NATIONAL_REACH),
    ],
  },
  {
    country: 'IL',
    name: 'Israel',
    callingCode: '972',
    offers: [
      geographic(VOICE_FAX, IL, [300, 0, 'addressAnywhere']),
      national(VOICE_FAX, ranges(9, '77', '[2-8]'), [300, 0, 'addressAnywhere'], VOIP),
      mobile(VOICE_SMS, ranges(9, '50 52 54', '[2-8]'), [900, 200, 'addressAnywhere']),
      tollfree(VOICE, ranges(10, '1800', '[1-9]'), [2000, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'SG',
    name: 'Singapore',
    callingCode: '65',
    offers: [
      geographic(VOICE_FAX, SG, [600, 0, 'businessInCountry']),
      national(VOICE_FAX, ranges(8, '31'), [500, 0, 'addressInCountry'], VOIP),
      mobile(VOICE_SMS, ranges(8, '8 9', '[1-8]'), [1200, 200, 'businessInCountry']),
      tollfree(VOICE, ranges(10, '800', '[1-9]'), [2500, 1000, 'businessInCountry'], NATIONAL_REACH),
    ],
  },
  {
    country: 'HK',
    name: 'Hong Kong',
    callingCode: '852',
    offers: [
      geographic(VOICE_FAX, HK, [600, 0, 'addressAnywhere']),
      mobile(VOICE_SMS, ranges(8, '94 96 97'), [1200, 200, 'businessAnywhere']),
      tollfree(VOICE, ranges(9, '800', '[39]'), [2500, 1000, 'addressAnywhere'], NATIONAL_REACH),
    ],
  },
  {
    country: 'ZZ',
    name: 'iNum',
    callingCode: '883',
    offers: [inum(VOICE, ranges(12, '5100'), [50, 0, 'nothing'], { restrictions: ['networkReach'] })],
  },
];
