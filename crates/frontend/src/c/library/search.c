struct __fs_node {
  const void *key;
  struct __fs_node *left, *right;
  int is_red;
}; void __fs_split_node(struct __fs_node **place, struct __fs_node **above, struct __fs_node **top, int side, int side_above, int is_new) {
  struct __fs_node *node = *place;
  if (!is_new && !(node->left && node->right && node->left->is_red && node->right->is_red)) return;
  node->is_red = 1;
  if (node->right) node->right->is_red = 0;
  if (node->left) node->left->is_red = 0;
  if (!above || !(*above)->is_red) return;
  struct __fs_node *grandparent = *top, *parent = *above;
  if ((side > 0) != (side_above > 0)) {
    parent->is_red = 1;
    grandparent->is_red = 1;
    node->is_red = 0;
    if (side < 0) {
      parent->left = node->right;
      node->right = parent;
      grandparent->right = node->left;
      node->left = grandparent;
    } else {
      parent->right = node->left;
      node->left = parent;
      grandparent->left = node->right;
      node->right = grandparent;
    }
    *top = node;
  } else {
    *top = parent;
    parent->is_red = 0;
    grandparent->is_red = 1;
    if (side < 0) {
      grandparent->left = parent->right;
      parent->right = grandparent;
    } else {
      grandparent->right = parent->left;
      parent->left = grandparent;
    }
  }
}

struct __fs_node {
  const void *key;
  struct __fs_node *left, *right;
  int is_red;
}; void *malloc(__SIZE_TYPE__); void __fs_split_node(struct __fs_node **, struct __fs_node **, struct __fs_node **, int, int, int); void *tsearch(const void *key, void **root, int (*compare)(const void *, const void *)) {
  struct __fs_node **place = (struct __fs_node **)root, **above = 0, **top = 0, **next = place;
  int side = 0, side_above = 0, side_top = 0;
  if (!root) return 0;
  if (*place) (*place)->is_red = 0;
  while (*next) {
    struct __fs_node *node = *place;
    side = compare(key, node->key);
    if (side == 0) return node;
    __fs_split_node(place, above, top, side_above, side_top, 0);
    next = side < 0 ? &node->left : &node->right;
    if (!*next) break;
    top = above;
    above = place;
    place = next;
    side_top = side_above;
    side_above = side;
  }
  struct __fs_node *made = malloc(sizeof(struct __fs_node));
  if (!made) return 0;
  *next = made;
  made->key = key;
  made->left = made->right = 0;
  made->is_red = 1;
  if (next != place) __fs_split_node(next, place, above, side, side_above, 1);
  return made;
}

struct __fs_node {
  const void *key;
  struct __fs_node *left, *right;
  int is_red;
}; void *tfind(const void *key, void *const *root, int (*compare)(const void *, const void *)) {
  if (!root) return 0;
  struct __fs_node *node = *root;
  while (node) {
    const int side = compare(key, node->key);
    if (side == 0) return node;
    node = side < 0 ? node->left : node->right;
  }
  return 0;
}

struct __fs_node {
  const void *key;
  struct __fs_node *left, *right;
  int is_red;
}; void free(void *); void *tdelete(const void *key, void **root, int (*compare)(const void *, const void *)) {
  struct __fs_node **place = (struct __fs_node **)root;
  if (!root || !*root) return 0;
  int n = 0, depth = 0, side;
  for (struct __fs_node *it = *place; it; n++) it = it->left ? it->left : it->right;
  struct __fs_node *p = *place, *node = p;
  int levels = 1;
  struct __fs_node ***path = __fs_object(128 * sizeof *path);
  while ((side = compare(key, node->key)) != 0) {
    path[depth++] = place;
    p = *place;
    place = side < 0 ? &p->left : &p->right;
    node = *place;
    if (!node) return 0;
  }
  void *result = p;
  struct __fs_node *gone = node, *r;
  if (node->left && node->right) {
    struct __fs_node **from = place, **up = &node->right;
    for (;;) {
      path[depth++] = from;
      from = up;
      if (!(*up)->left) break;
      up = &(*up)->left;
    }
    gone = *up;
  }
  r = gone->left ? gone->left : gone->right;
  if (depth == 0) *place = r;
  else {
    struct __fs_node *q = *path[depth - 1];
    if (gone == q->right) q->right = r;
    else q->left = r;
  }
  if (gone != node) node->key = gone->key;
  if (!gone->is_red) {
    while (depth > 0 && (!r || !r->is_red)) {
      struct __fs_node **place = path[depth - 1];
      p = *place;
      if (r == p->left) {
        struct __fs_node *q = p->right;
        if (q->is_red) {
          q->is_red = 0;
          p->is_red = 1;
          p->right = q->left;
          q->left = p;
          *place = q;
          path[depth++] = place = &q->left;
          q = p->right;
        }
        if ((!q->left || !q->left->is_red) && (!q->right || !q->right->is_red)) {
          q->is_red = 1;
          r = p;
        } else {
          if (!q->right || !q->right->is_red) {
            struct __fs_node *top = q->left;
            top->is_red = p->is_red;
            p->right = top->left;
            q->left = top->right;
            top->right = q;
            top->left = p;
            *place = top;
            p->is_red = 0;
          } else {
            q->is_red = p->is_red;
            p->is_red = 0;
            q->right->is_red = 0;
            p->right = q->left;
            q->left = p;
            *place = q;
          }
          depth = 1;
          r = 0;
        }
      } else {
        struct __fs_node *q = p->left;
        if (q->is_red) {
          q->is_red = 0;
          p->is_red = 1;
          p->left = q->right;
          q->right = p;
          *place = q;
          path[depth++] = place = &q->right;
          q = p->left;
        }
        if ((!q->left || !q->left->is_red) && (!q->right || !q->right->is_red)) {
          q->is_red = 1;
          r = p;
        } else {
          if (!q->left || !q->left->is_red) {
            struct __fs_node *top = q->right;
            top->is_red = p->is_red;
            p->left = top->right;
            q->right = top->left;
            top->left = q;
            top->right = p;
            *place = top;
            p->is_red = 0;
          } else {
            q->is_red = p->is_red;
            p->is_red = 0;
            q->left->is_red = 0;
            p->left = q->right;
            q->right = p;
            *place = q;
          }
          depth = 1;
          r = 0;
        }
      }
      depth--;
    }
    if (r) r->is_red = 0;
  }
  free(gone);
  return result;
}

struct __fs_node {
  const void *key;
  struct __fs_node *left, *right;
  int is_red;
}; void __fs_walk(const struct __fs_node *node, void (*action)(const void *, unsigned int, int), int level) {
  if (!node->left && !node->right) {
    action(node, 3, level);
    return;
  }
  action(node, 0, level);
  if (node->left) __fs_walk(node->left, action, level + 1);
  action(node, 1, level);
  if (node->right) __fs_walk(node->right, action, level + 1);
  action(node, 2, level);
}

void __fs_walk(const void *, void (*)(const void *, unsigned int, int), int); void twalk(const void *root, void (*action)(const void *, unsigned int, int)) {
  if (root && action) __fs_walk(root, action, 0);
}

struct __fs_node {
  const void *key;
  struct __fs_node *left, *right;
  int is_red;
}; void free(void *); void __fs_destroy(struct __fs_node *node, void (*release)(void *)) {
  if (node->left) __fs_destroy(node->left, release);
  if (node->right) __fs_destroy(node->right, release);
  release((void *)node->key);
  free(node);
}

void __fs_destroy(void *, void (*)(void *)); void tdestroy(void *root, void (*release)(void *)) {
  if (root) __fs_destroy(root, release);
}

void *lfind(const void *key, const void *base, __SIZE_TYPE__ *n, __SIZE_TYPE__ size, int (*compare)(const void *, const void *)) {
  for (__SIZE_TYPE__ i = 0; i < *n; i++)
    if (compare(key, (const char *)base + i * size) == 0) return (char *)base + i * size;
  return 0;
}

void *lfind(const void *, const void *, __SIZE_TYPE__ *, __SIZE_TYPE__, int (*)(const void *, const void *)); void *lsearch(const void *key, void *base, __SIZE_TYPE__ *n, __SIZE_TYPE__ size, int (*compare)(const void *, const void *)) {
  void *found = lfind(key, base, n, size, compare);
  if (found) return found;
  char *target = (char *)base + *n * size;
  for (__SIZE_TYPE__ i = 0; i < size; i++) target[i] = ((const char *)key)[i];
  ++*n;
  return target;
}

struct __fs_entry {
  char *key;
  void *data;
}; struct __fs_table {
  struct __fs_entry *entries;
  __SIZE_TYPE__ size, n;
}; struct __fs_table *__fs_hash_table(void) {
  static struct __fs_table table;
  return &table;
}

struct __fs_entry {
  char *key;
  void *data;
}; struct __fs_table {
  struct __fs_entry *entries;
  __SIZE_TYPE__ size, n;
}; struct __fs_table *__fs_hash_table(void); int hcreate(__SIZE_TYPE__ n) {
  struct __fs_table *table = __fs_hash_table();
  if (table->entries) return 0;
  __SIZE_TYPE__ size = (n < 3 ? 3 : n) | 1;
  for (;; size += 2) {
    __SIZE_TYPE__ divisor = 3;
    while (divisor * divisor <= size && size % divisor) divisor += 2;
    if (divisor * divisor > size) break;
  }
  table->entries = __fs_object(size * sizeof(struct __fs_entry));
  table->size = size;
  table->n = 0;
  return 1;
}

struct __fs_entry {
  char *key;
  void *data;
}; struct __fs_table {
  struct __fs_entry *entries;
  __SIZE_TYPE__ size, n;
}; struct __fs_table *__fs_hash_table(void); void hdestroy(void) {
  __fs_hash_table()->entries = 0;
}

struct __fs_entry {
  char *key;
  void *data;
}; struct __fs_table {
  struct __fs_entry *entries;
  __SIZE_TYPE__ size, n;
}; struct __fs_table *__fs_hash_table(void); void *__fs_hsearch(char *key, void *data, int action) {
  struct __fs_table *table = __fs_hash_table();
  __fs_require(table->entries != 0, "there is no table");
  for (__SIZE_TYPE__ i = 0; i < table->n; i++) {
    const char *known = table->entries[i].key;
    __SIZE_TYPE__ k = 0;
    while (known[k] && known[k] == key[k]) k++;
    if (known[k] == key[k]) return table->entries + i;
  }
  if (action != 1) {
    __fs_error(3);
    return 0;
  }
  if (table->n == table->size) {
    __fs_error(12);
    return 0;
  }
  table->entries[table->n].key = key;
  table->entries[table->n].data = data;
  return table->entries + table->n++;
}

struct __fs_entry {
  char *key;
  void *data;
}; void *__fs_hsearch(char *, void *, int); struct __fs_entry *hsearch(struct __fs_entry item, int action) {
  return __fs_hsearch(item.key, item.data, action);
}

struct __fs_element {
  struct __fs_element *next, *before;
}; void insque(void *element, void *before) {
  struct __fs_element *made = element, *last = before;
  if (!last) {
    made->next = made->before = 0;
    return;
  }
  struct __fs_element *next = last->next;
  last->next = made;
  made->before = last;
  made->next = next;
  if (next) next->before = made;
}

struct __fs_element {
  struct __fs_element *next, *before;
}; void remque(void *element) {
  struct __fs_element *gone = element;
  if (gone->next) gone->next->before = gone->before;
  if (gone->before) gone->before->next = gone->next;
}
