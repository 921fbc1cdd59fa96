// What can be measured on a page. Each function gives sentences, one for each issue.
window.layout = (() => {
  const name = (node) => {
    const id = node.id ? `#${node.id}` : "";
    const kind = [...node.classList].map((word) => `.${word}`).join("");
    return `${node.localName}${id}${kind} "${(node.innerText ?? "").trim().replace(/\s+/g, " ").slice(0, 40)}"`;
  };
  const isShown = (node) => node.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && node.getClientRects().length > 0;
  // Tables may scroll in their place; words for screen readers alone and the skip link lie outside on purpose.
  const isApart = (node) => node.closest(".table-region, .visually-hidden, .skip, svg *");

  // Content beside the window, or cut off.
  function overflow() {
    const issues = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) issues.push(`the page is ${document.documentElement.scrollWidth} px wide in ${width}`);
    for (const node of document.body.querySelectorAll("*")) {
      if (!isShown(node) || isApart(node)) continue;
      const box = node.getBoundingClientRect();
      if (box.width > 0 && (box.right > width + 1 || box.left < -1)) issues.push(`${name(node)} lies from ${Math.round(box.left)} to ${Math.round(box.right)} of ${width}`);
      const style = getComputedStyle(node);
      const isField = node.matches("input, select, textarea");
      if (!isField && style.overflowX !== "visible" && node.scrollWidth > node.clientWidth + 1) issues.push(`${name(node)} is cut off: ${node.scrollWidth} px in ${node.clientWidth}`);
      if (!isField && ["hidden", "clip"].includes(style.overflowY) && node.scrollHeight > node.clientHeight + 1) issues.push(`${name(node)} is cut off: ${node.scrollHeight} px in ${node.clientHeight} high`);
    }
    for (const [box, parent] of words()) {
      let place = parent;
      while (["inline", "contents"].includes(getComputedStyle(place).display)) place = place.parentElement;
      const outer = place.getBoundingClientRect();
      if ((box.right > outer.right + 1.5 || box.left < outer.left - 1.5)) issues.push(`words of ${name(place)} stick out: ${Math.round(box.left)} to ${Math.round(box.right)} of ${Math.round(outer.left)} to ${Math.round(outer.right)}`);
    }
    return issues;
  }

  // The boxes of all lines of words, with the elements that they are in.
  function words() {
    const boxes = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const parent = walker.currentNode.parentElement;
      if (!walker.currentNode.data.trim() || !isShown(parent) || parent.closest(".visually-hidden, .skip, svg, .live-bar, option, select")) continue;
      const range = document.createRange();
      range.selectNodeContents(walker.currentNode);
      for (const box of range.getClientRects()) if (box.width > 1) boxes.push([box, parent]);
    }
    return boxes;
  }

  // The box that cuts off the words that are scrolled out of it, or that stays where others are scrolled.
  function scroller(node) {
    const isOwn = (style) => style.overflowX !== "visible" || ["sticky", "fixed"].includes(style.position);
    while (node && !isOwn(getComputedStyle(node))) node = node.parentElement;
    return node;
  }

  // Words that lie over other words.
  function collisions() {
    const issues = [];
    const boxes = words();
    boxes.sort((a, b) => a[0].top - b[0].top);
    for (let i = 0; i < boxes.length; i += 1) {
      for (let j = i + 1; j < boxes.length && boxes[j][0].top < boxes[i][0].bottom; j += 1) {
        const [[a, first], [b, second]] = [boxes[i], boxes[j]];
        if (first === second || scroller(first) !== scroller(second)) continue;
        const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
        const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
        // Boxes of lines are higher than their letters.
        if (wide > 2 && high > 0.5 * Math.min(a.height, b.height)) issues.push(`${name(first)} lies over ${name(second)}`);
      }
    }
    return issues;
  }

  // Words of a picture that lie over others, or beside it.
  function pictures() {
    const issues = [];
    for (const picture of document.querySelectorAll("svg")) {
      if (!isShown(picture)) continue;
      const outer = picture.getBoundingClientRect();
      const texts = [...picture.querySelectorAll("text")].map((node) => [node, node.getBoundingClientRect()]);
      texts.forEach(([node, box], index) => {
        if (box.left < outer.left - 1 || box.right > outer.right + 1) issues.push(`"${node.textContent}" lies beside its picture`);
        for (const [other, next] of texts.slice(index + 1)) {
          const high = Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top);
          const wide = Math.min(box.right, next.right) - Math.max(box.left, next.left);
          if (wide > 2 && high > 0.5 * Math.min(box.height, next.height)) issues.push(`"${node.textContent}" lies over "${other.textContent}" in a picture`);
        }
        const size = parseFloat(getComputedStyle(node).fontSize) * outer.width / picture.viewBox.baseVal.width;
        if (size < 10.99) issues.push(`"${node.textContent}" is ${size.toFixed(1)} px high`);
      });
    }
    return issues;
  }

  // Targets below 24 × 24 px (WCAG 2.5.8): links in a line of words may be, and those with room around them.
  function targets() {
    const all = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary")]
      .filter((node) => isShown(node) && !node.closest(".skip"));
    const boxes = new Map(all.map((node) => [node, node.getBoundingClientRect()]));
    const centre = (box) => [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    const reach = (point, box) => Math.hypot(
      Math.max(box.left - point[0], 0, point[0] - box.right), Math.max(box.top - point[1], 0, point[1] - box.bottom));
    const issues = [];
    for (const [node, box] of boxes) {
      if (box.width >= 23.9 && box.height >= 23.9) continue;
      const size = `${name(node)} is ${box.width.toFixed(1)} × ${box.height.toFixed(1)} px`;
      if (node.localName !== "a" || getComputedStyle(node).display !== "inline") {
        issues.push(size);
        continue;
      }
      const block = node.closest("p, li, td, th, dd");
      if (block && block.innerText.trim().length > node.innerText.trim().length + 3) continue;
      const point = centre(box);
      const isSmall = (other) => other.width < 24 || other.height < 24;
      for (const [other, otherBox] of boxes) {
        if (other === node || scroller(other) !== scroller(node)) continue;
        const isNear = isSmall(otherBox)
          ? Math.hypot(centre(otherBox)[0] - point[0], centre(otherBox)[1] - point[1]) < 24
          : reach(point, otherBox) < 12;
        if (isNear) issues.push(`${size} beside ${name(other)}`);
      }
    }
    return issues;
  }

  // What the reader would reach by Tab, in the order of the page.
  const stops = () => [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
    .filter((node) => isShown(node) && !node.disabled && node.tabIndex >= 0);

  // Whether the element with the focus can be seen, with its mark.
  function focus() {
    const node = document.activeElement;
    const issues = [];
    if (node === document.body) return { issues: ["nothing has the focus"], index: -1 };
    const rects = [...node.getClientRects()].filter((box) => box.width > 0 && box.height > 0);
    // Of what is larger than the window, the part that is in it.
    const points = rects.flatMap((box) => {
      const [left, right] = [Math.max(box.left, 0), Math.min(box.right, innerWidth)];
      const [top, bottom] = [Math.max(box.top, 0), Math.min(box.bottom, innerHeight)];
      return [0.02, 0.25, 0.5, 0.75, 0.98].flatMap((x) => [0.1, 0.5, 0.9].map((y) => [left + x * (right - left), top + y * (bottom - top)]));
    });
    const isSeen = points.some(([x, y]) => {
      const top = document.elementFromPoint(x, y);
      return top && (top === node || node.contains(top) || top.contains(node) && !isApart(top));
    });
    if (!isSeen) issues.push(`${name(node)} is hidden at ${rects.map((box) => `${Math.round(box.left)},${Math.round(box.top)}`)} of ${innerWidth} × ${innerHeight}`);
    const style = getComputedStyle(node);
    if (!node.matches(":focus-visible") || style.outlineStyle === "none" || parseFloat(style.outlineWidth) < 2) issues.push(`${name(node)} has no mark of the focus`);
    return { issues, index: stops().indexOf(node), name: name(node) };
  }

  return { overflow, collisions, pictures, targets, stops: () => stops().map(name), focus };
})();
