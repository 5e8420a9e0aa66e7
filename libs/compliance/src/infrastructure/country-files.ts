import al from '../requirements/countries/al.json' with { type: 'json' };
import ao from '../requirements/countries/ao.json' with { type: 'json' };
import ar from '../requirements/countries/ar.json' with { type: 'json' };
import at from '../requirements/countries/at.json' with { type: 'json' };
import au from '../requirements/countries/au.json' with { type: 'json' };
import ba from '../requirements/countries/ba.json' with { type: 'json' };
import be from '../requirements/countries/be.json' with { type: 'json' };
import bg from '../requirements/countries/bg.json' with { type: 'json' };
import bo from '../requirements/countries/bo.json' with { type: 'json' };
import br from '../requirements/countries/br.json' with { type: 'json' };
import ca from '../requirements/countries/ca.json' with { type: 'json' };
import ch from '../requirements/countries/ch.json' with { type: 'json' };
import cl from '../requirements/countries/cl.json' with { type: 'json' };
import co from '../requirements/countries/co.json' with { type: 'json' };
import cy from '../requirements/countries/cy.json' with { type: 'json' };
import cz from '../requirements/countries/cz.json' with { type: 'json' };
import de from '../requirements/countries/de.json' with { type: 'json' };
import dk from '../requirements/countries/dk.json' with { type: 'json' };
import do_ from '../requirements/countries/do.json' with { type: 'json' };
import ec from '../requirements/countries/ec.json' with { type: 'json' };
import ee from '../requirements/countries/ee.json' with { type: 'json' };
import es from '../requirements/countries/es.json' with { type: 'json' };
import fi from '../requirements/countries/fi.json' with { type: 'json' };
import fr from '../requirements/countries/fr.json' with { type: 'json' };
import gb from '../requirements/countries/gb.json' with { type: 'json' };
import ge from '../requirements/countries/ge.json' with { type: 'json' };
import gh from '../requirements/countries/gh.json' with { type: 'json' };
import gr from '../requirements/countries/gr.json' with { type: 'json' };
import hk from '../requirements/countries/hk.json' with { type: 'json' };
import hr from '../requirements/countries/hr.json' with { type: 'json' };
import hu from '../requirements/countries/hu.json' with { type: 'json' };
import id from '../requirements/countries/id.json' with { type: 'json' };
import ie from '../requirements/countries/ie.json' with { type: 'json' };
import il from '../requirements/countries/il.json' with { type: 'json' };
import is_ from '../requirements/countries/is.json' with { type: 'json' };
import it from '../requirements/countries/it.json' with { type: 'json' };
import jp from '../requirements/countries/jp.json' with { type: 'json' };
import ke from '../requirements/countries/ke.json' with { type: 'json' };
import kz from '../requirements/countries/kz.json' with { type: 'json' };
import lt from '../requirements/countries/lt.json' with { type: 'json' };
import lu from '../requirements/countries/lu.json' with { type: 'json' };
import lv from '../requirements/countries/lv.json' with { type: 'json' };
import mc from '../requirements/countries/mc.json' with { type: 'json' };
import me from '../requirements/countries/me.json' with { type: 'json' };
import mk from '../requirements/countries/mk.json' with { type: 'json' };
import mt from '../requirements/countries/mt.json' with { type: 'json' };
import mx from '../requirements/countries/mx.json' with { type: 'json' };
import my from '../requirements/countries/my.json' with { type: 'json' };
import mz from '../requirements/countries/mz.json' with { type: 'json' };
import ng from '../requirements/countries/ng.json' with { type: 'json' };
import nl from '../requirements/countries/nl.json' with { type: 'json' };
import no from '../requirements/countries/no.json' with { type: 'json' };
import nz from '../requirements/countries/nz.json' with { type: 'json' };
import pa from '../requirements/countries/pa.json' with { type: 'json' };
import pe from '../requirements/countries/pe.json' with { type: 'json' };
import ph from '../requirements/countries/ph.json' with { type: 'json' };
import pk from '../requirements/countries/pk.json' with { type: 'json' };
import pl from '../requirements/countries/pl.json' with { type: 'json' };
import pr from '../requirements/countries/pr.json' with { type: 'json' };
import pt from '../requirements/countries/pt.json' with { type: 'json' };
import py from '../requirements/countries/py.json' with { type: 'json' };
import ro from '../requirements/countries/ro.json' with { type: 'json' };
import rs from '../requirements/countries/rs.json' with { type: 'json' };
import rw from '../requirements/countries/rw.json' with { type: 'json' };
import se from '../requirements/countries/se.json' with { type: 'json' };
import sg from '../requirements/countries/sg.json' with { type: 'json' };
import si from '../requirements/countries/si.json' with { type: 'json' };
import sk from '../requirements/countries/sk.json' with { type: 'json' };
import th from '../requirements/countries/th.json' with { type: 'json' };
import tr from '../requirements/countries/tr.json' with { type: 'json' };
import ua from '../requirements/countries/ua.json' with { type: 'json' };
import us from '../requirements/countries/us.json' with { type: 'json' };
import uy from '../requirements/countries/uy.json' with { type: 'json' };
import uz from '../requirements/countries/uz.json' with { type: 'json' };
import ve from '../requirements/countries/ve.json' with { type: 'json' };
import vn from '../requirements/countries/vn.json' with { type: 'json' };
import za from '../requirements/countries/za.json' with { type: 'json' };

/** The file of each country. A JSON import keeps the data inside the bundles of the apps. */
export const COUNTRY_FILES = [
  al,
  ao,
  ar,
  at,
  au,
  ba,
  be,
  bg,
  bo,
  br,
  ca,
  ch,
  cl,
  co,
  cy,
  cz,
  de,
  dk,
  do_,
  ec,
  ee,
  es,
  fi,
  fr,
  gb,
  ge,
  gh,
  gr,
  hk,
  hr,
  hu,
  id,
  ie,
  il,
  is_,
  it,
  jp,
  ke,
  kz,
  lt,
  lu,
  lv,
  mc,
  me,
  mk,
  mt,
  mx,
  my,
  mz,
  ng,
  nl,
  no,
  nz,
  pa,
  pe,
  ph,
  pk,
  pl,
  pr,
  pt,
  py,
  ro,
  rs,
  rw,
  se,
  sg,
  si,
  sk,
  th,
  tr,
  ua,
  us,
  uy,
  uz,
  ve,
  vn,
  za,
];
