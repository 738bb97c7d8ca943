"""What is wrong with a page that is open in a browser: each function tells the faults it finds there."""

from collections.abc import Callable

from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page

Find = Callable[[Page], list[str]]
# Without reading the sheets anew, which trips over their imports and serves a rule that is not run.
AXE = """axe.run({preload: false, resultTypes: ['violations'], rules: {'target-size': {enabled: true}}})
  .then(found => found.violations)"""

SHOWN = "element => element.checkVisibility({opacityProperty: true, visibilityProperty: true})"
CONTROLS = "a[href], button, input:not([type=hidden]), summary"

TOO_SMALL = f"""() => [...document.querySelectorAll('{CONTROLS}')].filter({SHOWN}).filter(control => {{
  if (control.closest('.vh, .skip') || control.matches('[tabindex="-1"]')) return false;
  if (control.closest('p, address, li > span, dd') && getComputedStyle(control).display === 'inline') return false;
  const box = (control.closest('label') ?? control).getBoundingClientRect();
  const least = control.closest('footer') ? 24 : 44;
  return box.width < least || box.height < least;
}}).map(control => control.outerHTML.slice(0, 120))"""

TOO_WIDE = f"""() => [...document.querySelectorAll('main *, header *, footer *')].filter({SHOWN}).filter(element => {{
  if (element.closest('svg, .vh, [aria-hidden=true], .frame > table')) return false; // scenery is cut, a table scrolls
  const box = element.getBoundingClientRect();
  return box.right > innerWidth + 1 || box.left < -1;
}}).map(element => element.outerHTML.slice(0, 120))
  .concat(document.documentElement.scrollWidth > innerWidth ? `${{document.documentElement.scrollWidth}} px` : [])"""

TEXTS = f"""[...document.querySelectorAll('main *')]
  .filter(element => !element.closest('svg, .vh, .ago')).filter({SHOWN}).flatMap(element => [...element.childNodes])
  .filter(node => node.nodeType === Node.TEXT_NODE && node.data.trim()).flatMap(node => {{
    const range = new Range();
    range.selectNodeContents(node);
    return [...range.getClientRects()].map(box => ({{node, box, text: node.data.trim()}}));
  }})"""

HIDDEN_HENS = """() => [...document.querySelectorAll('.cell:has(.hen:not(.lift))')].filter(cell => {
  const [hen, nest, plate] = ['.hen', '.nest', '.plate'].map(name => cell.querySelector(name).getBoundingClientRect());
  return nest.bottom - plate.top > (nest.bottom - hen.top) / 4;
}).map(cell => cell.innerText.trim())"""

LINES = """element => {
  const range = new Range();
  range.selectNodeContents(element);
  return new Set([...range.getClientRects()].map(({top}) => Math.round(top))).size;
}"""

# By more than what two lines of a slanted text have in common.
MEET = """(one, other) => Math.min(one.right, other.right) - Math.max(one.left, other.left) > 8
  && Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 8"""

WRITTEN_OVER = f"""() => {TEXTS}.flatMap((one, number, all) => all.slice(number + 1)
  .filter(({{node, box}}) => node !== one.node && (({MEET})(one.box, box)))
  .map(({{text}}) => `${{one.text}} / ${{text}}`))"""

TOUCH = MEET.replace("left) > 8", "left) > -4")  # letters upright against an upright edge

BEHIND_THE_CURTAIN = f"""() => {{
  const legs = [...document.querySelectorAll('.leg')].filter({SHOWN}).map(leg => leg.getBoundingClientRect());
  const controls = [...document.querySelectorAll('main :is({CONTROLS})')].filter({SHOWN})
    .map(control => ({{box: control.getBoundingClientRect(), text: control.outerHTML.slice(0, 120)}}));
  const hidden = (boxes, near) => boxes.filter(({{box}}) => legs.some(leg => near(box, leg))).map(({{text}}) => text);
  return [...hidden({TEXTS}, {TOUCH}), ...hidden(controls, {MEET})];
}}"""

MOVING = "() => document.getAnimations().map(({effect}) => effect.target.outerHTML.slice(0, 120))"

UNREADABLE = """() => {
  const parse = colour => (colour.match(/[\\d.]+/g) ?? []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = element => {
    for (let one = element; one; one = one.parentElement) {
      const colour = parse(getComputedStyle(one).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT), found = [];
  while (texts.nextNode()) {
    const element = texts.currentNode.parentElement;
    if (!texts.currentNode.data.trim() || element.closest('svg, script, .vh, .skip') || !(SHOWN)(element)) continue;
    const [least, most] = [light(parse(getComputedStyle(element).color)), light(behind(element))].sort((a, b) => a - b);
    if ((most + 0.05) / (least + 0.05) < 4.5) found.push(element.outerHTML.slice(0, 160));
  }
  return found;
}""".replace("SHOWN", SHOWN)

BLANK = f"""async picture => {{
  const bytes = Uint8Array.from(atob(picture), one => one.charCodeAt(0));
  const bitmap = await createImageBitmap(new Blob([bytes], {{type: 'image/png'}}));
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d', {{willReadFrequently: true}});
  canvas.drawImage(bitmap, 0, 0);
  return [...document.querySelectorAll('{CONTROLS}')].filter({SHOWN}).filter(control => {{
    if (control.closest('.vh, .skip') || control.matches('.vh')) return false;
    const box = (control.closest('label') ?? control).getBoundingClientRect();
    const {{data}} = canvas.getImageData(box.x + scrollX, box.y + scrollY, box.width, box.height);
    const colours = {{}};
    for (let at = 0; at < data.length; at += 4) {{
      const colour = data[at] << 16 | data[at + 1] << 8 | data[at + 2];
      colours[colour] = (colours[colour] ?? 0) + 1;
    }}
    return data.length / 4 - Math.max(...Object.values(colours)) < 20;
  }}).map(control => control.outerHTML.slice(0, 120));
}}"""


def stop(page: Page) -> None:
    """Hold every animation of the page at its start, on the pages it opens next too."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("Animation.enable")
    devtools.send("Animation.setPlaybackRate", {"playbackRate": 0})


def axe_faults(page: Page) -> list[str]:
    """What axe finds, rules of WCAG 2.2 AA and its own good practices alike."""
    if page.evaluate("!window.axe"):
        page.evaluate(AXE_SCRIPT)
    found = page.evaluate(AXE)
    return [f"{one['id']}: {node['html'][:160]}" for one in found for node in one["nodes"]]


def small_controls(page: Page) -> list[str]:
    """Controls smaller than 44 px either way, 24 in the footer (WCAG 2.2, 2.5.5, 2.5.8); links in a text apart."""
    return [f"small: {control}" for control in page.evaluate(TOO_SMALL)]


def overflows_when_zoomed(page: Page) -> list[str]:
    """What is cut or makes the page scroll sideways in a window of 1280 x 1024 px at 400 %."""
    before = page.viewport_size
    page.set_viewport_size({"width": 320, "height": 256})
    found = too_wide(page)
    page.set_viewport_size(before)
    return found


def too_wide(page: Page) -> list[str]:
    """What is cut or makes the page scroll sideways."""
    return [f"too wide: {element}" for element in page.evaluate(TOO_WIDE)]


def written_over(page: Page) -> list[str]:
    """Texts that lie on one another."""
    return [f"written over: {texts}" for texts in page.evaluate(WRITTEN_OVER)]


def behind_the_curtain(page: Page) -> list[str]:
    """Texts and controls that the stage's curtain hides in part."""
    return [f"behind the curtain: {one}" for one in page.evaluate(BEHIND_THE_CURTAIN)]


def hidden_hens(page: Page) -> list[str]:
    """Hens of which a number hides more than a quarter, nest included."""
    return [f"hidden hen: {number}" for number in page.evaluate(HIDDEN_HENS)]


def long_deadline(page: Page) -> list[str]:
    """The deadline when it takes more than two lines of the header."""
    lines = page.locator(".deadline").evaluate(LINES)
    return [f"deadline: {lines} lines"] if lines > 2 else []


def moving(page: Page) -> list[str]:
    """What is animated."""
    return [f"moves: {element}" for element in page.evaluate(MOVING)]


def lost_in_forced_colours(page: Page) -> list[str]:
    """Texts too near the colour behind them, and controls drawn in one colour, when the system sets the colours."""
    page.emulate_media(forced_colors="active")
    found = [f"unreadable: {text}" for text in page.evaluate(UNREADABLE)]
    found += [f"blank: {control}" for control in page.evaluate(BLANK, _picture(page))]
    page.emulate_media(forced_colors="none")
    return found


def _picture(page: Page) -> str:
    """The whole page as a PNG in base64, made in a hurry."""
    devtools = page.context.new_cdp_session(page)
    picture = devtools.send("Page.captureScreenshot", {"captureBeyondViewport": True, "optimizeForSpeed": True})
    devtools.detach()
    return picture["data"]
